package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad input is refused with file and line, ends with 2 and appends nothing. */
final class BadRecordingTest {
  private static final String AT = "\"at\":\"2026-01-15T10:30:00Z\"";
  private static final String TASK =
      "{\"kind\":\"task\",\"trace\":\"t\",\"task\":\"do it\"," + AT + "}";
  private static final String STEP =
      "{\"kind\":\"step\",\"trace\":\"t\","
          + AT
          + ",\"action\":{\"type\":\"wait\"},\"outcome\":\"ok\"}";

  @TempDir Path folder;
  private Cli cli;
  private Path log;
  private Path recordings;
  private Map<String, String> untouched = Map.of();

  @BeforeEach
  void setUp() throws IOException {
    cli = new Cli(folder.resolve("home"));
    log = folder.resolve("log");
    cli.ok("init", log);
    recordings = Files.createDirectory(folder.resolve("recordings"));
    untouched = entries();
  }

  private Map<String, String> entries() {
    ParsedJson verdict = cli.ok("verify", log, "--json").json();
    return Map.of("n", "" + verdict.get("entries"), "head", "" + verdict.get("head"));
  }

  /** Seven good lines around a bad one, which is line 7. */
  private Path withLineSeven(String bad) throws IOException {
    List<String> lines = new ArrayList<>(List.of(TASK, STEP, STEP, STEP, STEP, STEP, bad, STEP));
    return Files.writeString(recordings.resolve("r.jsonl"), String.join("\n", lines));
  }

  private String refused(Path recording) {
    Cli.Run run = cli.run("ingest", log, recording);
    assertEquals(2, run.code(), run.err());
    assertEquals("", run.out());
    assertEquals(1, run.err().split("\n").length, run.err());
    assertEquals(untouched, entries());
    return run.err();
  }

  private String refusedAtSeven(String bad) throws IOException {
    Path recording = withLineSeven(bad);
    String message = refused(recording);
    assertTrue(message.contains(recording + ":7: "), message);
    return message;
  }

  private static String step(String fields) {
    return STEP.substring(0, STEP.length() - 1) + "," + fields + "}";
  }

  @Test
  void jsonThatIsNone() throws IOException {
    assertTrue(refusedAtSeven("{\"kind\":\"step\",").contains("cut off"));
    assertTrue(refusedAtSeven("{'kind':'step'}").contains("not valid JSON"));
    assertTrue(refusedAtSeven("[1]").contains("one JSON object expected"));
    assertTrue(refusedAtSeven(STEP + STEP).contains("found more"));
    assertTrue(refusedAtSeven(step("\"trace\":\"u\"")).contains("twice"));
    assertTrue(refusedAtSeven(step("\"x\":" + "[".repeat(100) + "]".repeat(100))).contains("deep"));
    assertTrue(refusedAtSeven(step("\"durationMs\":1e999")).contains("too large"));
    assertTrue(refusedAtSeven(step("\"error\":\"\\ud800\"")).contains("surrogate"));
  }

  @Test
  void bytesThatAreNotUtf8() throws IOException {
    Path recording = withLineSeven("");
    byte[] bytes = Files.readAllBytes(recording);
    byte[] bad = "{\"kind\":\"fact\",\"value\":\"".getBytes(StandardCharsets.UTF_8);
    byte[] all = new byte[bytes.length + bad.length + 1];
    System.arraycopy(bytes, 0, all, 0, bytes.length);
    all[bytes.length] = '\n';
    System.arraycopy(bad, 0, all, bytes.length + 1, bad.length);
    all[all.length - 1] = (byte) 0xff;
    Files.write(recording, all);
    String message = refused(recording);
    assertTrue(message.contains(recording + ":9: not UTF-8"), message);
  }

  @Test
  void unknownWords() throws IOException {
    assertTrue(refusedAtSeven("{\"kind\":\"dance\"}").contains("\"dance\""));
    assertTrue(refusedAtSeven(STEP.replace("\"wait\"", "\"levitate\"")).contains("\"levitate\""));
    assertTrue(refusedAtSeven(STEP.replace("\"ok\"", "\"fine\"")).contains("\"fine\""));
  }

  @Test
  void datesThatAreNone() throws IOException {
    for (String date :
        List.of(
            "yesterday",
            "2026-02-30T10:00:00Z",
            "2026-01-15",
            "2026-01-15T10:30:00",
            "1969-12-31T23:59:59Z")) {
      String message = refusedAtSeven(STEP.replace("2026-01-15T10:30:00Z", date));
      assertTrue(message.contains("\"at\" should") && message.contains(date), message);
    }
    refusedAtSeven(STEP.replace("\"2026-01-15T10:30:00Z\"", "1768473000"));
  }

  @Test
  void valuesOfAnotherTypeOrOutOfRange() throws IOException {
    refusedAtSeven(STEP.replace("\"t\"", "7"));
    refusedAtSeven("{\"kind\":\"step\"," + AT + ",\"action\":{\"type\":\"wait\"}}");
    refusedAtSeven(step("\"durationMs\":-1"));
    refusedAtSeven(step("\"durationMs\":\"long\""));
    refusedAtSeven(step("\"device\":{\"before\":{\"battery\":101}}"));
    refusedAtSeven(step("\"input\":{\"touches\":[[1,2]]}"));
    refusedAtSeven(STEP.replace("\"wait\"", "\"tap\",\"xRatio\":1.5"));
    refusedAtSeven(
        "{\"kind\":\"task\",\"trace\":\"u\",\"task\":\"x\",\"actor\":{\"package\":\"a\",\"cert\":\"12\"},"
            + AT
            + "}");
    refusedAtSeven(
        "{\"kind\":\"fact\",\"key\":\"k\",\"value\":\"\",\"source\":\"user\"," + AT + "}");
    refusedAtSeven(
        "{\"kind\":\"fact\",\"key\":\" k\\u0007\",\"value\":\"v\",\"source\":\"user\"," + AT + "}");
    refusedAtSeven("{\"kind\":\"end\",\"trace\":\"t\",\"outcome\":\"unknown\"," + AT + "}");
    refusedAtSeven("{\"kind\":\"device\"," + AT + "}");
  }

  @Test
  void linesThatAreTooLong() throws IOException {
    assertTrue(refusedAtSeven(step("\"x\":\"" + "a".repeat(256 << 10) + "\"")).contains("262144"));
    assertTrue(refusedAtSeven(step("\"error\":\"" + "a".repeat(40_000) + "\"")).contains("32768"));
  }

  @Test
  void tasksOutOfOrder() throws IOException {
    refusedAtSeven(STEP.replace("\"t\"", "\"never begun\""));
    refusedAtSeven(TASK);
    Path recording =
        Files.writeString(
            recordings.resolve("r.jsonl"),
            TASK
                + "\n{\"kind\":\"end\",\"trace\":\"t\",\"outcome\":\"success\","
                + AT
                + "}\n"
                + STEP);
    assertTrue(refused(recording).contains(recording + ":3: "));
  }

  @Test
  void screensThatAreMissing() throws IOException {
    assertTrue(refusedAtSeven(step("\"screen\":\"none.xml\"")).contains("no such file"));
  }

  @Test
  void screensOutsideTheFolder() throws IOException {
    Path outside = Files.writeString(folder.resolve("outside.xml"), "<hierarchy/>");
    refusedAtSeven(step("\"screen\":\"../outside.xml\""));
    refusedAtSeven(step("\"screen\":\"" + outside + "\""));
    Files.createSymbolicLink(recordings.resolve("link.xml"), outside);
    refusedAtSeven(step("\"screen\":\"link.xml\""));
    Files.createSymbolicLink(recordings.resolve("up"), folder);
    refusedAtSeven(step("\"screen\":\"up/outside.xml\""));
    refusedAtSeven(step("\"screen\":\".\""));
  }

  @Test
  void screensWithADocumentTypeOrAnExternalEntity() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.txt"), "the secret");
    Files.writeString(
        recordings.resolve("dtd.xml"),
        "<?xml version=\"1.0\"?><!DOCTYPE hierarchy [<!ENTITY e SYSTEM \"file://"
            + secret
            + "\">]><hierarchy><node text=\"&e;\" class=\"a\" bounds=\"[0,0][1,1]\"/></hierarchy>");
    String message = refusedAtSeven(step("\"screen\":\"dtd.xml\""));
    assertTrue(message.contains("DOCTYPE_FORBIDDEN"), message);
    assertFalse(message.contains("the secret"));
  }

  @Test
  void screensThatAreNone() throws IOException {
    Files.writeString(recordings.resolve("junk.xml"), "no tree at all");
    refusedAtSeven(step("\"screen\":\"junk.xml\""));
    Files.writeString(recordings.resolve("empty.xml"), "");
    refusedAtSeven(step("\"screen\":\"empty.xml\""));
  }

  @Test
  void valuesOfFactsNeverStandInMessages() throws IOException {
    String message =
        refusedAtSeven(
            "{\"kind\":\"fact\",\"key\":\"k\",\"value\":\"my secret\",\"source\":\"user\","
                + "\"confidence\":2,"
                + AT
                + "}");
    assertFalse(message.contains("my secret"), message);
    assertFalse(refusedAtSeven("{\"kind\":\"fact\",\"value\":mysecret}").contains("mysecret"));
  }

  @Test
  void recordingsThatAreNotThere() {
    assertTrue(refused(recordings.resolve("none.jsonl")).contains("no such recording"));
  }

  private Path copyOfTheRun() throws IOException {
    Path run = Cli.examples().resolve("droidbot-testapp");
    Path copy = folder.resolve("run");
    try (Stream<Path> files = Files.walk(run)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, copy.resolve(run.relativize(file)));
      }
    }
    return copy;
  }

  private static void cut(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length / 2));
  }

  @Test
  void droidBotFoldersThatAreTruncated() throws IOException {
    Path run = copyOfTheRun();
    Path event = run.resolve("events/event_2018-06-05_173408.json");
    byte[] whole = Files.readAllBytes(event);
    cut(event);
    assertTrue(refused(run).contains(event + ":"));
    Files.write(event, new byte[0]);
    assertTrue(refused(run).contains(event.toString()));
    Files.write(event, whole);
    Path state = run.resolve("states/state_2018-06-05_173408.json");
    cut(state);
    assertTrue(refused(run).contains(state + ":"));
    Files.delete(state);
    assertEquals(0, cli.run("ingest", folder.resolve("log"), run).code());
  }

  @Test
  void droidBotFoldersWithoutEventsOrStates() throws IOException {
    Path run = copyOfTheRun();
    Files.move(run.resolve("states"), run.resolve("moved"));
    assertTrue(refused(run).contains("states"));
    Files.move(run.resolve("moved"), run.resolve("states"));
    Files.move(run.resolve("events"), run.resolve("moved"));
    assertTrue(refused(run).contains("events"));
    Files.createDirectory(run.resolve("events"));
    assertTrue(refused(run).contains("found none"));
  }

  @Test
  void droidBotEventsThatAreUnknown() throws IOException {
    Path run = copyOfTheRun();
    Path event = run.resolve("events/event_2018-06-05_173408.json");
    String text = Files.readString(event);
    Files.writeString(event, text.replace("\"touch\"", "\"shake\""));
    String message = refused(run);
    assertTrue(message.contains(event.toString()) && message.contains("shake"), message);
    Files.writeString(event, text.replace("2018-06-05_173408", "2018-13-05_173408"));
    assertTrue(refused(run).contains("\"tag\" should be a time"));
  }

  @Test
  void droidBotFilesThatAreLinksToTheOutside() throws IOException {
    Path run = copyOfTheRun();
    Path state = run.resolve("states/state_2018-06-05_173408.json");
    Path outside = folder.resolve("state.json");
    Files.move(state, outside);
    Files.createSymbolicLink(state, outside);
    assertTrue(refused(run).contains(state.toString()));
  }

  @Test
  void optionsThatDoNotFit() throws IOException {
    Path recording = withLineSeven(STEP);
    assertEquals(2, cli.run("ingest", log, recording, "--task", "x").code());
    Path run = Cli.examples().resolve("droidbot-testapp");
    assertEquals(2, cli.run("ingest", log, run, "--outcome", "splendid").code());
    assertEquals(untouched, entries());
  }
}
