package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IngestTest {
  private static final Path RUN = Cli.examples().resolve("droidbot-testapp");
  private static final Path ANNOTATIONS = Cli.examples().resolve("annotation.jsonl");
  private static final String TRACE = "droidbot-2018-06-05_173350";

  @TempDir Path folder;
  private Cli cli;
  private Path log;

  @BeforeEach
  void setUp() {
    cli = new Cli(folder.resolve("home"));
    log = folder.resolve("log");
    cli.ok("init", log);
  }

  private long entries() {
    return cli.ok("verify", log, "--json").json().number("entries");
  }

  private Path write(String... lines) throws IOException {
    return Files.writeString(folder.resolve("recording.jsonl"), String.join("\n", lines) + "\n");
  }

  @Test
  void aDroidBotRunIsAppendedOnceWithAnEntryForEachOfItsEvents() {
    long before = entries();
    ParsedJson first = cli.ok("ingest", log, RUN, "--json").json();
    assertEquals(43L, first.get("lines"));
    assertEquals(43L, first.get("commands"));
    assertTrue(first.number("appended") >= 41);
    assertEquals(before + first.number("appended"), entries());
    assertEquals(cli.ok("verify", log, "--json").json().get("head"), first.get("head"));
    ParsedJson second = cli.ok("ingest", log, RUN, "--json").json();
    assertEquals(0L, second.get("appended"));
    assertEquals(0L, second.get("commands"));
    assertEquals(43L, second.get("skipped"));
    assertEquals(first.get("head"), second.get("head"));
    assertEquals(41, cli.ok("log", log, "--type", "StepRecorded").lines().size());
  }

  @Test
  void aRunWithoutAnOutcomeTeachesNothing() {
    cli.ok("ingest", log, RUN);
    ParsedJson session = cli.ok("sessions", log, "--json").json();
    assertEquals(TRACE, session.get("trace"));
    assertEquals("DroidBot exploration of com.fsck.k9", session.get("task"));
    assertEquals("unknown", session.get("outcome"));
    assertEquals(41L, session.get("steps"));
    assertEquals("", cli.ok("skills", log).out());
  }

  @Test
  void aRunWithAnOutcomeTeachesASkill() {
    cli.ok("ingest", log, RUN, "--task", "Set up mail", "--outcome", "success");
    ParsedJson skill = cli.ok("skills", log, "--json").json();
    assertEquals("Set up mail", skill.get("trigger"));
    assertEquals("com.fsck.k9", skill.get("package"));
    assertEquals(41L, skill.get("stepCount"));
    assertEquals(TRACE, skill.get("origin"));
  }

  @Test
  void annotationsGiveARunItsTaskItsOutcomeAndFacts() {
    ParsedJson done = cli.ok("ingest", log, RUN, "--annotations", ANNOTATIONS, "--json").json();
    assertEquals(50L, done.get("lines"));
    ParsedJson session = cli.ok("sessions", log, "--json").json();
    assertEquals("success", session.get("outcome"));
    assertEquals(2, cli.ok("skills", log).lines().size());
    assertEquals(
        0L,
        cli.ok("ingest", log, RUN, "--annotations", ANNOTATIONS, "--json").json().get("appended"));
  }

  @Test
  void aSensitiveFactWaitsUnlessTheOperatorAcceptsConfirmations() throws IOException {
    Path recording =
        write(
            "{\"kind\":\"fact\",\"key\":\"pin\",\"value\":\"0000\",\"source\":\"user\","
                + "\"sensitive\":true,\"confirmed\":true,\"at\":\"2026-01-01T00:00:00Z\"}");
    cli.ok("ingest", log, recording);
    assertEquals("PENDING", cli.ok("facts", log, "pin", "--json").json().get("state"));
    Path other = folder.resolve("other");
    cli.ok("init", other);
    cli.ok("ingest", other, recording, "--accept-confirmations");
    assertEquals("CURRENT", cli.ok("facts", other, "pin", "--json").json().get("state"));
  }

  @Test
  void aRecordingMayGrowAndOnlyWhatIsNewIsAppended() throws IOException {
    String task =
        "{\"kind\":\"task\",\"trace\":\"t\",\"task\":\"x\",\"at\":\"2026-01-01T00:00:00Z\"}";
    String step =
        "{\"kind\":\"step\",\"trace\":\"t\",\"at\":\"2026-01-01T00:00:01Z\","
            + "\"action\":{\"type\":\"wait\"},\"outcome\":\"ok\"}";
    String end =
        "{\"kind\":\"end\",\"trace\":\"t\",\"outcome\":\"failure\",\"at\":\"2026-01-01T00:00:02Z\"}";
    cli.ok("ingest", log, write(task, step));
    ParsedJson grown = cli.ok("ingest", log, write(task, step, end), "--json").json();
    assertEquals(1L, grown.get("commands"));
    assertEquals(2L, grown.get("skipped"));
  }

  @Test
  void anotherLineInAKnownPlaceIsAConflictAndNothingOfTheFileIsAppended() throws IOException {
    String task =
        "{\"kind\":\"task\",\"trace\":\"t\",\"task\":\"x\",\"at\":\"2026-01-01T00:00:00Z\"}";
    String fact =
        "{\"kind\":\"fact\",\"key\":\"k\",\"value\":\"v\",\"source\":\"user\","
            + "\"at\":\"2026-01-01T00:00:00Z\"}";
    cli.ok("ingest", log, write(task));
    long before = entries();
    Path changed = write(fact, task.replace("\"x\"", "\"y\""));
    Cli.Run run = cli.run("ingest", log, changed);
    assertEquals(2, run.code());
    assertTrue(run.err().contains(changed + ":2: another line"), run.err());
    assertEquals(before, entries());
  }

  @Test
  void twoRecordingsMayEachBeginWithADeviceOfTheirOwn() throws IOException {
    String device = "{\"kind\":\"device\",\"model\":\"A\",\"at\":\"2026-01-01T00:00:00Z\"}";
    cli.ok("ingest", log, write(device));
    cli.ok("ingest", log, write(device.replace("\"A\"", "\"B\"")));
    List<ParsedJson> all = cli.ok("facts", log, "device/model", "--all", "--json").jsonLines();
    assertEquals(2, all.size());
    assertNotEquals(all.get(0).get("state"), all.get(1).get("state"));
  }

  @Test
  void aTreeOfThreeThousandLevelsIsIngestedAsTruncated() throws IOException {
    StringBuilder xml = new StringBuilder("<?xml version='1.0' encoding='UTF-8'?><hierarchy>");
    String node = "<node class=\"android.view.View\" package=\"a.b\" bounds=\"[0,0][100,100]\"";
    xml.append((node + ">").repeat(3000)).append("</node>".repeat(3000)).append("</hierarchy>");
    Files.writeString(folder.resolve("deep.xml"), xml);
    Path recording =
        write(
            "{\"kind\":\"task\",\"trace\":\"t\",\"task\":\"x\",\"at\":\"2026-01-01T00:00:00Z\"}",
            "{\"kind\":\"step\",\"trace\":\"t\",\"at\":\"2026-01-01T00:00:01Z\","
                + "\"screen\":\"deep.xml\",\"action\":{\"type\":\"back\"},\"outcome\":\"ok\"}");
    ParsedJson done = cli.ok("ingest", log, recording, "--json").json();
    assertEquals(1L, done.object("screens").get("truncated"));
    assertEquals("OK", cli.ok("verify", log, "--json").json().get("verdict"));
  }

  @Test
  void whatTheDeviceWasLikeStandsInTheHeader() {
    cli.ok("ingest", log, Cli.examples().resolve("coupon/recording.jsonl"));
    ParsedJson step = cli.ok("log", log, "--type", "StepRecorded", "--json").jsonLines().get(0);
    assertEquals(".MainActivity", step.get("activity"));
    ParsedJson shown = cli.ok("show", log, step.get("sequence"), "--json").json();
    ParsedJson before = shown.object("context").object("deviceBefore");
    assertEquals(81L, before.get("battery"));
    assertEquals("wifi", before.get("network"));
    assertEquals("com.example.shop", before.get("foreground"));
    assertTrue(String.valueOf(shown.get("payload")).startsWith("{1: "));
  }
}
