package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A line of the greatest length that is read fits an entry, whatever fills it; a longer one is
 * refused before anything is appended.
 */
final class LongestLinesTest {
  private static final int MAX_LINE = 262_144;
  private static final int MAX_PAYLOAD = 524_288;
  private static final String AT = "\"at\":\"2026-01-15T10:30:00Z\"";
  private static final String TASK =
      "{\"kind\":\"task\",\"trace\":\"t\",\"task\":\"do it\"," + AT + "}";
  private static final String WIDE = "汉";

  @TempDir Path folder;
  private Cli cli;
  private Path log;

  @BeforeEach
  void setUp() {
    cli = new Cli(folder.resolve("home"));
    log = folder.resolve("log");
    cli.ok("init", log);
  }

  private Path recording(String line) throws IOException {
    return Files.writeString(folder.resolve("r.jsonl"), TASK + "\n" + line + "\n");
  }

  /** A line of just the greatest length: its end is filled up with a field that nobody reads. */
  private static String filled(String line) {
    String open = line.substring(0, line.length() - 1) + ",\"x\":\"";
    int room = MAX_LINE - open.getBytes(StandardCharsets.UTF_8).length - 2;
    assertTrue(room >= 0 && room < 40_000, "not the longest: room for " + room);
    return open + "x".repeat(room) + "\"}";
  }

  /** The longest payload that the line became. */
  private long payload(String line, String type) throws IOException {
    cli.ok("ingest", log, recording(filled(line)));
    List<ParsedJson> entries = cli.ok("log", log, "--type", type, "--json").jsonLines();
    long longest = 0;
    for (ParsedJson entry : entries) {
      longest = Math.max(longest, entry.number("payloadLength"));
    }
    assertTrue(longest <= MAX_PAYLOAD, "" + longest);
    return longest;
  }

  private static String step(String action, String more) {
    return "{\"kind\":\"step\",\"trace\":\"t\"," + AT + ",\"action\":{" + action + "}" + more + "}";
  }

  private static String repeated(String item, int count) {
    return String.join(",", java.util.Collections.nCopies(count, item));
  }

  @Test
  void aStepOfWideTextsOverAScreenFullOfTexts() throws IOException {
    StringBuilder screen = new StringBuilder("<hierarchy rotation=\"0\">");
    for (int i = 0; i < 4_990; i++) {
      screen
          .append("<node class=\"a\" bounds=\"[0,0][1,1]\" text=\"")
          .append((i % 2 == 0 ? WIDE.repeat(3) : "x"))
          .append("\" content-desc=\"d\"/>");
    }
    Files.writeString(folder.resolve("s.xml"), screen.append("</hierarchy>"));
    long length =
        payload(
            step(
                "\"type\":\"tap\",\"text\":\""
                    + WIDE.repeat(32_000)
                    + "\",\"description\":\""
                    + WIDE.repeat(32_000)
                    + "\"",
                ",\"screen\":\"s.xml\",\"error\":\"" + WIDE.repeat(20_000) + "\""),
            "StepRecorded");
    // The three texts alone have 252,000 bytes.
    assertTrue(length > 252_000 && length < MAX_LINE + 100 * 1024, "" + length);
  }

  @Test
  void aStepOfManyTouches() throws IOException {
    long length =
        payload(
            step(
                "\"type\":\"tap\"",
                ",\"input\":{\"touches\":["
                    + repeated("[24,256,4294967296]", 10_000)
                    + "]}"
                    + ",\"error\":\""
                    + WIDE.repeat(15_000)
                    + "\""),
            "StepRecorded");
    // Of a touch 2, 3 and 9 bytes.
    assertTrue(length > 10_000 * 14 && length < MAX_LINE, "" + length);
  }

  @Test
  void manySkillsRecalledByShortNames() throws IOException {
    long length =
        payload(
            "{\"kind\":\"recall\",\"trace\":\"t\","
                + AT
                + ",\"skills\":["
                + repeated("\"" + WIDE.repeat(85) + "\"", 1000)
                + "]}",
            "SkillsConsulted");
    assertTrue(length > 255_000 && length < MAX_LINE + 4_096, "" + length);
  }

  @Test
  void aSkillOfManySteps() throws IOException {
    long length =
        payload(
            "{\"kind\":\"skill\",\"package\":\"p\",\"trigger\":\"x\","
                + AT
                + ",\"steps\":["
                + repeated(
                    "{\"action\":{\"type\":\"tap\",\"xRatio\":0,\"yRatio\":0,\"text\":\""
                        + WIDE.repeat(400)
                        + "\"}}",
                    200)
                + "]}",
            "SkillLearned");
    assertTrue(length > 240_000 && length < MAX_LINE, "" + length);
  }

  private void refusedAtTwo(String line) throws IOException {
    Object head = cli.ok("verify", log, "--json").json().get("head");
    Path recording = recording(line);
    Cli.Run run = cli.run("ingest", log, recording);
    assertEquals(2, run.code());
    assertTrue(run.err().contains(recording + ":2: a line should have at most 262144"), run.err());
    assertEquals(head, cli.ok("verify", log, "--json").json().get("head"));
  }

  @Test
  void whatWouldOutgrowAnEntryIsRefusedAndNothingIsAppended() throws IOException {
    String text = "\"" + WIDE.repeat(32_000) + "\"";
    String tap =
        "{\"action\":{\"type\":\"tap\",\"text\":" + text + ",\"description\":" + text + "}}";
    refusedAtTwo(
        "{\"kind\":\"skill\",\"package\":\"p\",\"trigger\":\"x\","
            + AT
            + ",\"steps\":["
            + repeated(tap, 3)
            + "]}");
    refusedAtTwo(
        step(
            "\"type\":\"input_text\",\"input\":"
                + text
                + ",\"text\":"
                + text
                + ",\"description\":"
                + text,
            ",\"error\":"
                + text
                + ",\"input\":{\"touches\":["
                + repeated("[1,2,3]", 10_000)
                + "]}"));
    refusedAtTwo(filled(step("\"type\":\"tap\"", ",\"y\":\"" + "y".repeat(250_000) + "\"")) + " ");
  }
}
