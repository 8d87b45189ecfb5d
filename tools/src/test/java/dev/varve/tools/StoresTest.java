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
  void fromChronicleToSqliteAndBackEveryHashDigestAndNoteIsTheSame() throws IOException {
    Path chronicle = folder.resolve("log");
    cli.ok("init", chronicle);
    cli.ok("ingest", chronicle, Cli.examples().resolve("coupon/recording.jsonl"));
    cli.ok("checkpoint", chronicle);
    Path[] files = {folder.resolve("1"), folder.resolve("2"), folder.resolve("3")};
    Path phone = folder.resolve("phone.db");
    Path back = folder.resolve("back");
    cli.ok("export", chronicle, files[0]);
    cli.ok("import", phone, files[0]);
    cli.ok("export", phone, files[1]);
    cli.ok("import", back, files[1]);
    cli.ok("export", back, files[2]);
    assertArrayEquals(Files.readAllBytes(files[0]), Files.readAllBytes(files[1]));
    assertArrayEquals(Files.readAllBytes(files[0]), Files.readAllBytes(files[2]));
    ParsedJson verdict = cli.ok("verify", chronicle, "--json").json();
    assertEquals(verdict.number("entries"), verdict.number("signedEntries"));
    for (Path copy : new Path[] {phone, back}) {
      assertEquals(verdict, cli.ok("verify", copy, "--json").json());
      assertEquals(
          cli.ok("state", chronicle, "--json").out(), cli.ok("state", copy, "--json").out());
    }
  }

  @Test
  void keysLieNeitherInTheFileNorIsAnythingLeftWhereTheyWereRefused() {
    Map<String, String> before = FilesSeen.below(folder);
    Path other = folder.resolve("other.db");
    assertEquals(2, cli.run("init", other, "--keys", other.resolve("keys")).code());
    assertEquals(2, cli.run("init", other, "--keys", other).code());
    assertEquals(before, FilesSeen.below(folder));
  }

  @Test
  void aFileThatSqliteWouldTakeForPartOfTheNewLogIsInTheWay() throws IOException {
    Files.write(folder.resolve("other.db-wal"), new byte[] {1});
    Cli.Run run = cli.run("init", folder.resolve("other.db"));
    assertEquals(2, run.code());
    assertTrue(run.err().contains("other.db-wal exists already"), run.err());
    assertTrue(Files.notExists(folder.resolve("other.db")));
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
