package dev.varve.tools.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.varve.tools.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DroidBotFolderTest {
  @TempDir Path folder;

  private static RecordedAction action(RecordedLine line) {
    return ((Telling.StepTaken) line.what()).action();
  }

  @Test
  void theRealRunIsATaskWithItsFortyOneEventsInOrder() {
    List<RecordedLine> lines =
        DroidBotFolder.read(Cli.examples().resolve("droidbot-testapp"), null, null).lines();
    assertEquals(43, lines.size());
    for (int i = 0; i < lines.size(); i++) {
      assertEquals("droidbot-2018-06-05_173350", lines.get(i).trace());
      assertEquals(i, lines.get(i).ordinal());
    }
    // 2018-06-05T17:33:50Z
    assertEquals(1_528_220_030_000L, lines.get(0).what().atMillis());
    assertEquals("home", action(lines.get(1)).type());
    assertEquals("open_app", action(lines.get(2)).type());
    assertEquals("com.fsck.k9", action(lines.get(2)).argument());
    assertNull(lines.get(1).screen());
    Telling.TaskOver over = assertInstanceOf(Telling.TaskOver.class, lines.get(42).what());
    assertEquals("unknown", over.outcome());
    assertEquals(39, lines.stream().filter(line -> line.screen() != null).count());
  }

  @Test
  void aTouchIsAimedAtTheMiddleOfItsView() {
    RecordedLine line =
        DroidBotFolder.read(Cli.examples().resolve("droidbot-testapp"), null, null).lines().get(3);
    // The view's bounds are [[240, 728], [480, 800]] on a screen of 480 x 800.
    assertEquals(
        new RecordedAction(
            "tap",
            null,
            "com.fsck.k9:id/next",
            "Next",
            null,
            "android.widget.Button",
            0.75,
            0.955,
            -1,
            -1),
        action(line));
    Telling.StepTaken step = (Telling.StepTaken) line.what();
    assertEquals("com.fsck.k9", step.packageName());
    assertEquals(".activity.setup.WelcomeMessage", step.activity());
    assertEquals("ok", step.outcome());
  }

  private RecordedAction actionOf(String event) throws IOException {
    Path events = folder.resolve("events");
    Files.createDirectories(events);
    Files.createDirectories(folder.resolve("states"));
    Files.writeString(
        folder.resolve("states/s.json"),
        "{\"state_str\":\"s\",\"foreground_activity\":\"a.b/.C\",\"views\":[{\"bounds\":[[0,0],[100,200]]}]}");
    Files.writeString(
        events.resolve("e.json"),
        "{\"tag\":\"2018-06-05_173350\",\"start_state\":\"s\",\"event\":" + event + "}");
    return action(DroidBotFolder.read(folder, "x", "success").lines().get(1));
  }

  @Test
  void everyKindOfEventHasItsAction() throws IOException {
    assertEquals("back", actionOf("{\"event_type\":\"key\",\"name\":\"BACK\"}").type());
    RecordedAction menu = actionOf("{\"event_type\":\"key\",\"name\":\"MENU\"}");
    assertEquals("key", menu.type());
    assertEquals("MENU", menu.argument());
    RecordedAction press = actionOf("{\"event_type\":\"long_touch\",\"x\":10,\"y\":50}");
    assertEquals("long_press", press.type());
    assertEquals(0.1, press.x());
    assertEquals(0.25, press.y());
    RecordedAction typed =
        actionOf(
            "{\"event_type\":\"set_text\",\"text\":\"hi\",\"view\":{\"bounds\":[[0,0],[100,100]]}}");
    assertEquals("input_text", typed.type());
    assertEquals("hi", typed.argument());
    RecordedAction swipe =
        actionOf(
            "{\"event_type\":\"swipe\",\"start_x\":0,\"start_y\":200,\"end_x\":100,\"end_y\":0}");
    assertEquals(
        List.of(0.0, 1.0, 1.0, 0.0), List.of(swipe.x(), swipe.y(), swipe.toX(), swipe.toY()));
    RecordedAction scroll = actionOf("{\"event_type\":\"scroll\",\"direction\":\"DOWN\"}");
    assertEquals("swipe", scroll.type());
    assertEquals(
        List.of(0.5, 0.75, 0.5, 0.25), List.of(scroll.x(), scroll.y(), scroll.toX(), scroll.toY()));
  }

  @Test
  void anEventThatNoStateFollowedIsOfUnknownOutcome() throws IOException {
    actionOf("{\"event_type\":\"key\",\"name\":\"BACK\"}");
    Telling.StepTaken step =
        (Telling.StepTaken) DroidBotFolder.read(folder, null, null).lines().get(1).what();
    assertEquals("unknown", step.outcome());
  }
}
