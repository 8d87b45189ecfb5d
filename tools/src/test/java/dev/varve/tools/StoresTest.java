package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One log in either store: a folder, or a SQLite file. */
class StoresTest {
  @TempDir Path folder;
  private Cli cli = new Cli(Path.of("."));
  private Path db = Path.of(".");

  @BeforeEach
  void ingest() {
    cli = new Cli(folder.resolve("home"));
    db = folder.resolve("log.db");
    cli.ok("init", db);
    cli.ok("ingest", db, Cli.examples().resolve("coupon/recording.jsonl"));
  }

  @Test
  void aLogInSqliteIsWrittenOnceReadAndVerified() {
    Cli.Run again =
        cli.ok("ingest", db, Cli.examples().resolve("coupon/recording.jsonl"), "--json");
    assertEquals(0, again.json().number("appended"));
    assertEquals("OK", cli.ok("verify", db, "--json").json().get("verdict"));
    assertTrue(cli.ok("facts", db, "--all").lines().size() > 0, "facts are read");
    assertTrue(cli.ok("log", db).lines().size() > 30);
    Path missing = folder.resolve("missing.db");
    assertEquals(2, cli.run("verify", missing).code());
    assertEquals(2, cli.run("init", db).code());
    assertTrue(Files.notExists(missing));
  }

  @Test
  void fromSqliteToChronicleAndBackEveryHashAndDigestIsTheSame() throws IOException {
    Path first = folder.resolve("first");
    Path second = folder.resolve("second");
    Path chronicle = folder.resolve("chronicle");
    Path back = folder.resolve("back.db");
    cli.ok("export", db, first);
    cli.ok("import", chronicle, first);
    cli.ok("export", chronicle, second);
    cli.ok("import", back, second);
    assertArrayEquals(Files.readAllBytes(first), Files.readAllBytes(second));
    for (Path copy : new Path[] {chronicle, back}) {
      assertEquals(cli.ok("verify", db, "--json").out(), cli.ok("verify", copy, "--json").out());
      assertEquals(cli.ok("state", db, "--json").out(), cli.ok("state", copy, "--json").out());
      assertEquals(cli.ok("log", db, "--json").out(), cli.ok("log", copy, "--json").out());
    }
  }

  @Test
  void readingASqliteLogChangesNoFile() throws IOException {
    Map<String, String> before = FilesSeen.below(folder);
    for (Object[] query :
        new Object[][] {
          {"verify", db},
          {"log", db},
          {"show", db, 3},
          {"facts", db},
          {"skills", db},
          {"sessions", db},
          {"state", db},
          {"recall", db, "--task", "x"},
          {"key", db},
          {"prove", db, 3}
        }) {
      assertEquals(0, cli.run(query).code());
      assertEquals(before, FilesSeen.below(folder));
    }
  }
}
