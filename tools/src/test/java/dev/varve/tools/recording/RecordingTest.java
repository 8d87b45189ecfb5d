package dev.varve.tools.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordingTest {
  private static final String AT = "\"at\":\"2026-01-15T10:30:00.250+08:00\"";

  @TempDir Path folder;

  private List<RecordedLine> read(String text) throws IOException {
    return Recording.read(Files.writeString(folder.resolve("r.jsonl"), text)).lines();
  }

  @Test
  void everyFieldOfAStepIsRead() throws IOException {
    Files.writeString(folder.resolve("s.xml"), "<hierarchy/>");
    RecordedLine line =
        read("{\"kind\":\"step\",\"trace\":\"t\","
                + AT
                + ",\"package\":\"a.b\",\"activity\":\".C\",\"screen\":\"s.xml\",\"action\":{\"type\":"
                + "\"swipe\",\"resourceId\":\"a.b:id/x\",\"text\":\"T\",\"description\":\"D\",\"class\":"
                + "\"V\",\"xRatio\":0.25,\"yRatio\":1,\"toXRatio\":0,\"toYRatio\":0.5},\"outcome\":"
                + "\"failed\",\"skill\":\"s1\",\"skillVersion\":\"1.0.0\",\"error\":null,\"durationMs\":31,"
                + "\"input\":{\"touches\":[[1,2,3],[4,5,6]],\"ime\":\"kb\"},\"device\":{\"before\":"
                + "{\"battery\":81,\"network\":\"wifi\",\"foreground\":\"a.b\"}},\"future\":[{}]}")
            .get(0);
    Telling.StepTaken step = assertInstanceOf(Telling.StepTaken.class, line.what());
    // 10:30:00.250 at +08:00 is 02:30:00.250 UTC.
    assertEquals(1_768_444_200_250L, step.atMillis());
    assertEquals("a.b", step.packageName());
    assertEquals(".C", step.activity());
    assertEquals(
        new RecordedAction("swipe", null, "a.b:id/x", "T", "D", "V", 0.25, 1, 0, 0.5),
        step.action());
    assertEquals("failed", step.outcome());
    assertNull(step.error());
    assertEquals(31, step.durationMillis());
    assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L), step.touches());
    assertEquals("kb", step.inputMethod());
    assertEquals(new Telling.DeviceState(81, null, "wifi", "a.b"), step.before());
    assertEquals(Telling.DeviceState.UNKNOWN, step.after());
    ScreenFile screen = line.screen();
    assertEquals(folder.toRealPath().resolve("s.xml"), screen == null ? null : screen.path());
  }

  @Test
  void whatIsTypedIsNotTakenForTheTextOfTheTarget() throws IOException {
    String start =
        "{\"kind\":\"step\",\"trace\":\"t\"," + AT + ",\"action\":{\"type\":\"input_text\",";
    RecordedAction typed =
        ((Telling.StepTaken) read(start + "\"text\":\"milk\"}}").get(0).what()).action();
    assertEquals("milk", typed.argument());
    assertNull(typed.text());
    RecordedAction both =
        ((Telling.StepTaken) read(start + "\"input\":\"milk\",\"text\":\"Search\"}}").get(0).what())
            .action();
    assertEquals("milk", both.argument());
    assertEquals("Search", both.text());
  }

  @Test
  void linesAreCountedInTheFileAndWithinTheirTrace() throws IOException {
    String fact = "{\"kind\":\"fact\",\"key\":\"k\",\"value\":\"v\",\"source\":\"user\"," + AT;
    List<RecordedLine> lines =
        read(
            "\ufeff"
                + fact
                + "}\r\n\n  \t\n"
                + fact
                + ",\"trace\":\"a\"}\n"
                + fact
                + ",\"trace\":\"b\"}\n"
                + fact
                + ",\"trace\":\"a\"}\n"
                + fact
                + "}");
    assertEquals(List.of(1L, 4L, 5L, 6L, 7L), lines.stream().map(l -> l.origin().line()).toList());
    assertEquals(List.of(0L, 0L, 0L, 1L, 4L), lines.stream().map(RecordedLine::ordinal).toList());
    assertEquals(lines.get(0).content(), lines.get(4).content());
  }

  @Test
  void anEmptyRecordingHasNoLines() throws IOException {
    assertEquals(List.of(), read(""));
    assertEquals(List.of(), read("\n\n"));
  }
}
