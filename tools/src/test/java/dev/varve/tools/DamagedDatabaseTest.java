package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A log in a SQLite file that was changed through SQLite, or a page of which is not what it was.
 */
final class DamagedDatabaseTest {
  private static final Path RECORDING = Cli.examples().resolve("coupon/recording.jsonl");
  private static final int PAGE = 4096;
  private static final int DAMAGED = 20;
  private static final String LAST_BIT =
      "UPDATE entry SET payload = CAST(substr(payload, 1, length(payload) - 1)"
          + " || CASE WHEN substr(payload, -1) = x'00' THEN x'01' ELSE x'00' END AS BLOB)"
          + " WHERE rowid = "
          + (DAMAGED + 1);

  @TempDir Path folder;
  private Cli cli = new Cli(Path.of("."));
  private Path log = Path.of(".");

  @BeforeEach
  void setUp() {
    cli = new Cli(folder.resolve("home"));
    log = folder.resolve("log.db");
    cli.ok("init", log);
    cli.ok("ingest", log, RECORDING);
  }

  private void sql(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + log);
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  private String guard() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + log);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT sql FROM sqlite_master WHERE name = 'entry_stays'")) {
      assertTrue(row.next());
      return row.getString(1);
    }
  }

  /** Everything but the files that a writer locks. */
  private Map<String, String> seen() {
    Map<String, String> seen = FilesSeen.below(folder);
    seen.keySet()
        .removeIf(
            name -> name.isEmpty() || name.endsWith("-writer") || name.endsWith("/writer.lock"));
    return seen;
  }

  private Cli.Run refused(Object... args) {
    Map<String, String> before = seen();
    Cli.Run run = cli.run(args);
    assertEquals(2, run.code(), run.out() + run.err());
    assertEquals("", run.out());
    assertEquals(1, run.err().split("\n").length, run.err());
    assertTrue(run.err().contains(log.toString()), run.err());
    assertEquals(before, seen());
    return run;
  }

  @Test
  void aChangedPayloadIsFoundThoughEveryGuardIsThere() throws SQLException {
    sql("DROP TRIGGER entry_stays", LAST_BIT, guard());
    ParsedJson verified = cli.run("verify", log, "--json").json();
    assertEquals("DAMAGED", verified.get("verdict"));
    assertTrue(verified.toString().contains("PAYLOAD_DIGEST"), verified.toString());
    assertEquals(1, cli.run("show", log, DAMAGED, "--raw").code());
    assertEquals(0, cli.run("show", log, DAMAGED - 1, "--raw").code());
    assertEquals(1, cli.run("doctor", log).code());
    assertTrue(refused("ingest", log, RECORDING).err().contains("varve recover"));
    assertRecovered(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DROP TRIGGER entry_stays", "DROP INDEX entry_command"})
  void whatKeepsALogFromBeingWrittenIsToldByDoctorAndPlanToo(String change) throws SQLException {
    sql(change);
    assertEquals("OK", cli.ok("verify", log, "--json").json().get("verdict"));
    assertTrue(refused("ingest", log, RECORDING).err().contains("is not as it was made"));
    Map<String, String> before = FilesSeen.below(folder);
    Cli.Run doctor = cli.run("doctor", log);
    assertEquals(1, doctor.code(), doctor.out());
    assertTrue(doctor.out().contains("is not as it was made"), doctor.out());
    Cli.Run plan = cli.run("recover", log, "--plan");
    assertEquals(1, plan.code(), plan.out());
    assertTrue(plan.out().contains("is not as it was made"), plan.out());
    assertEquals(before, FilesSeen.below(folder));
    assertRecovered(0);
    assertEquals(0, cli.ok("ingest", log, RECORDING, "--json").json().number("commands"));
  }

  @Test
  void missingRowsAreMissingRecords() throws SQLException {
    sql("DROP TRIGGER entry_is_kept", "DELETE FROM entry WHERE rowid = " + (DAMAGED + 1));
    assertEquals("DAMAGED", cli.run("verify", log, "--json").json().get("verdict"));
    refused("show", log, DAMAGED, "--raw");
    Cli.Run plan = cli.run("recover", log, "--plan", "--json");
    assertTrue(plan.out().contains("RECORDS_MISSING"), plan.out());
    assertRecovered(1);
  }

  private void assertRecovered(int epoch) {
    Cli.Run recovered = cli.run("recover", log, "--json");
    assertEquals(1, recovered.code(), recovered.err());
    assertEquals(epoch, recovered.json().number("epoch"));
    assertEquals("OK", cli.ok("verify", log, "--json").json().get("verdict"));
    assertEquals(0, cli.run("recover", log).code());
    cli.ok("ingest", log, RECORDING);
    cli.ok("checkpoint", log);
    assertEquals("OK", cli.ok("doctor", log, "--json").json().get("verdict"));
  }

  /** Whatever page it is: every command says so, and recovering repairs it or changes nothing. */
  @Test
  void aPageThatIsNotWhatItWasIsRepairedOrRefused() throws IOException {
    byte[] whole = Files.readAllBytes(log);
    int repaired = 0;
    int pages = whole.length / PAGE;
    for (int page = 0; page < pages; page++) {
      byte[] changed = whole.clone();
      Arrays.fill(changed, page * PAGE, page * PAGE + PAGE, (byte) 0x55);
      write(changed);
      Cli.Run doctor = cli.run("doctor", log, "--json");
      assertEquals(1, doctor.code(), "page " + page + doctor.out());
      Cli.Run plan = cli.run("recover", log, "--plan");
      if (plan.code() == 2) {
        refused("recover", log, "--plan");
        refused("recover", log);
        refused("ingest", log, RECORDING);
        continue;
      }
      repaired++;
      assertEquals(1, plan.code(), "page " + page + plan.out());
      assertEquals(1, cli.run("recover", log).code(), "page " + page);
      assertEquals("OK", cli.ok("verify", log, "--json").json().get("verdict"), "page " + page);
      assertEquals(0, cli.run("recover", log).code(), "page " + page);
    }
    // Not without its schema, nor without the root of the table or the page of the first entry.
    assertTrue(repaired >= pages - 3, repaired + " of " + pages);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 50, 100, 5000, 24_576})
  void aFileThatSqliteDoesNotOpenIsNamedAndNotTouched(int length) throws IOException {
    write(Arrays.copyOf(Files.readAllBytes(log), length));
    assertUnreadable();
  }

  @Test
  void aFileThatIsNoDatabaseIsNamedAndNotTouched() throws IOException {
    byte[] bytes = Files.readAllBytes(log);
    Arrays.fill(bytes, 0, 16, (byte) 'x');
    write(bytes);
    assertUnreadable();
  }

  private void assertUnreadable() {
    for (Object[] args :
        new Object[][] {
          {"facts", log},
          {"show", log, DAMAGED, "--raw"},
          {"ingest", log, RECORDING},
          {"checkpoint", log},
          {"recover", log, "--plan"},
          {"recover", log}
        }) {
      refused(args);
    }
    Map<String, String> before = FilesSeen.below(folder);
    assertTrue(cli.run("verify", log).code() > 0);
    Cli.Run doctor = cli.run("doctor", log);
    assertEquals(1, doctor.code());
    assertTrue(doctor.out().contains("import a copy"), doctor.out());
    assertEquals(before, FilesSeen.below(folder));
    assertFalse(Files.exists(folder.resolve("log.db.quarantine")));
  }

  private void write(byte[] bytes) throws IOException {
    try (DirectoryStream<Path> beside = Files.newDirectoryStream(folder, "log.db-*")) {
      for (Path each : beside) {
        Files.delete(each);
      }
    }
    Files.write(log, bytes);
  }
}
