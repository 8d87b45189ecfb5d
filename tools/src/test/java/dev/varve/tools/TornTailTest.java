package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log whose last command was cut off between two of its entries, as a kill can leave it. */
final class TornTailTest {
  private static final Path RECORDING = Cli.examples().resolve("coupon/recording.jsonl");

  @TempDir Path folder;
  private Cli cli;
  private Path torn;
  private long entries;

  @BeforeEach
  void setUp() {
    cli = new Cli(folder.resolve("home"));
    Path log = folder.resolve("log");
    torn = folder.resolve("torn");
    cli.ok("init", log);
    cli.ok("ingest", log, RECORDING);
    // Of a command of several entries all but the last are taken along.
    List<ParsedJson> all = cli.ok("log", log, "--json").jsonLines();
    int step = 0;
    while (!all.get(step).get("type").equals("StepRecorded")) {
      step++;
    }
    assertEquals(all.get(step).get("command"), all.get(step - 1).get("command"));
    entries = step;
    try (EntryStore store = LogFolder.at(log).openStoreReadOnly();
        EntryCursor cursor = store.cursor(0)) {
      LogFolder.at(torn)
          .fill(
              copy -> {
                for (long i = 0; i < entries; i++) {
                  byte[] record = cursor.next();
                  if (record == null) {
                    throw new AssertionError("entry " + i);
                  }
                  copy.append(record);
                }
                copy.force();
              });
    }
  }

  @Test
  void itIsSaidByVerifyAndMarkedInTheListing() {
    Cli.Run run = cli.run("verify", torn, "--json");
    assertEquals(1, run.code());
    assertEquals("TORN_TAIL", run.json().get("verdict"));
    List<ParsedJson> listed = cli.ok("log", torn, "--json").jsonLines();
    assertEquals(entries, listed.size());
    assertEquals(true, listed.get(0).get("complete"));
    assertEquals(false, listed.get(listed.size() - 1).get("complete"));
    Cli.Run shown = cli.ok("show", torn, entries - 1, "--json");
    assertTrue(shown.json().isNull("payload") && shown.json().isNull("sealed"));
    assertEquals("VOID", shown.json().get("unread"));
    assertTrue(cli.ok("show", torn, entries - 1).out().contains("never completed"));
    // Nobody needs a key to see that.
    Cli.Run locked = cli.ok("show", torn, entries - 1, "--json", "--keys", folder.resolve("none"));
    assertEquals("VOID", locked.json().get("unread"));
    assertTrue(locked.json().isNull("sealed"));
    ParsedJson counted = cli.ok("show", torn, 1, "--json", "--keys", folder.resolve("none")).json();
    assertEquals("LOCKED", counted.get("sealed"));
    assertTrue(counted.isNull("unread"));
  }

  @Test
  void aVoidEntryStaysVoidOnceItsCommandWasAbandoned() {
    cli.ok("ingest", torn, RECORDING);
    ParsedJson shown = cli.ok("show", torn, entries - 1, "--json").json();
    assertTrue(shown.isNull("payload") && shown.isNull("sealed"));
    assertEquals("VOID", shown.get("unread"));
    assertFalse(cli.ok("show", torn, entries, "--json").json().isNull("payload"));
  }

  @Test
  void itDoesNotCountAndIngestingAgainCompletesIt() {
    assertEquals(0, cli.ok("sessions", torn, "t-001").lines().size());
    Path file = folder.resolve("torn.vrvx");
    assertTrue(cli.ok("export", torn, file, "--json").json().number("entries") < entries);
    ParsedJson again = cli.ok("ingest", torn, RECORDING, "--json").json();
    assertTrue(again.number("skipped") > 0 && again.number("commands") > 0);
    assertEquals("OK", cli.ok("verify", torn, "--json").json().get("verdict"));
    assertEquals(3, cli.ok("sessions", torn, "t-001").lines().size());
    assertEquals(1, cli.ok("log", torn, "--type", "CommandAbandoned").lines().size());
    assertTrue(cli.ok("log", torn).out().contains("(abandoned)"));
    assertEquals(0, cli.ok("ingest", torn, RECORDING, "--json").json().number("appended"));
  }
}
