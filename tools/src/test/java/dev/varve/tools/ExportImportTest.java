package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExportImportTest {
  @TempDir Path folder;
  private Cli cli;
  private Path log;
  private Path file;

  @BeforeEach
  void setUp() {
    cli = new Cli(folder.resolve("home"));
    log = folder.resolve("log");
    file = folder.resolve("log.vrvx");
    cli.ok("init", log);
    cli.ok("ingest", log, Cli.examples().resolve("coupon/recording.jsonl"));
  }

  private ParsedJson verdict(Path place) {
    return cli.ok("verify", place, "--json").json();
  }

  @Test
  void anImportedLogIsTheSameLog() {
    cli.ok("export", log, file);
    Path copy = folder.resolve("copy");
    Cli.Run run = cli.ok("import", copy, file);
    assertEquals("", run.err());
    assertEquals(verdict(log), verdict(copy));
    assertEquals(cli.ok("state", log).out(), cli.ok("state", copy).out());
    assertEquals(cli.ok("log", log).out(), cli.ok("log", copy).out());
    assertEquals(
        0L,
        cli.ok("ingest", copy, Cli.examples().resolve("coupon/recording.jsonl"), "--json")
            .json()
            .get("appended"));
  }

  @Test
  void aPrefixHasTheStateThatTheWholeHadThen() {
    long last = verdict(log).number("entries") - 1;
    for (long to = 0; to <= last; to += 5) {
      Path prefix = folder.resolve("prefix" + to);
      Path prefixFile = folder.resolve("prefix" + to + ".vrvx");
      Cli.Run exported = cli.run("export", log, prefixFile, "--to", to);
      if (exported.code() == 2) {
        assertTrue(exported.err().contains("no complete command"), exported.err());
        continue;
      }
      cli.ok("import", prefix, prefixFile);
      assertEquals(
          cli.ok("state", log, "--at", to, "--json").json(),
          cli.ok("state", prefix, "--json").json());
    }
  }

  @Test
  void exportNeedsNoKeysAndOverwritesOnlyWhenTold() {
    Cli other = new Cli(folder.resolve("elsewhere"));
    other.ok("export", log, file);
    assertEquals(2, other.run("export", log, file).code());
    other.ok("export", log, file, "--force");
    assertEquals(2, other.run("export", log, folder.resolve("f"), "--to", 100_000).code());
    assertEquals(2, other.run("export", log, folder.resolve("no/such/f")).code());
    assertFalse(Files.exists(folder.resolve("f")));
  }

  @Test
  void importWithoutKeysWorksAndSaysSo() {
    cli.ok("export", log, file);
    Cli other = new Cli(folder.resolve("elsewhere"));
    Path copy = folder.resolve("copy");
    assertTrue(other.ok("import", copy, file).err().contains("keys are not in"));
    assertEquals(verdict(log), verdict(copy));
  }

  @Test
  void anExistingLogIsNotOverwritten() {
    cli.ok("export", log, file);
    Map<String, String> before = FilesSeen.below(log);
    assertEquals(2, cli.run("import", log, file).code());
    assertEquals(before, FilesSeen.below(log));
  }

  @Test
  void aDamagedFileIsRefusedWithTheRecordAndNothingIsMade() throws IOException {
    cli.ok("export", log, file);
    byte[] whole = Files.readAllBytes(file);
    Path copy = folder.resolve("copy");
    // The first record begins at 36 behind header and length; byte 20 of it is its type.
    byte[] damaged = whole.clone();
    damaged[36 + 20] ^= 1;
    Files.write(file, damaged);
    Cli.Run run = cli.run("import", copy, file);
    assertEquals(2, run.code());
    assertTrue(run.err().contains("record 0 is damaged (ENTRY_HASH)"), run.err());
    for (int length : new int[] {0, 3, 20, 33, 200, whole.length - 40, whole.length - 1}) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertEquals(2, cli.run("import", copy, file).code(), "" + length);
    }
    Files.write(file, Arrays.copyOf(whole, whole.length + 1));
    assertEquals(2, cli.run("import", copy, file).code());
    for (int at : new int[] {0, 4, 6, 10, 31, 33, whole.length - 1}) {
      damaged = whole.clone();
      damaged[at] ^= 1;
      Files.write(file, damaged);
      assertEquals(2, cli.run("import", copy, file).code(), "" + at);
    }
    assertFalse(Files.exists(copy));
    assertTrue(
        FilesSeen.below(folder).keySet().stream().noneMatch(name -> name.contains(".new-")),
        "no file in the making is left");
  }

  @Test
  void aFlippedBitInACopyOfALogIsFound() throws IOException {
    Path copy = folder.resolve("copy");
    cli.ok("export", log, file);
    cli.ok("import", copy, file);
    byte[] record = Arrays.copyOfRange(Files.readAllBytes(file), 36, 36 + 280);
    Path segment;
    try (var files = Files.newDirectoryStream(copy, "*.cq4")) {
      segment = files.iterator().next();
    }
    byte[] bytes = Files.readAllBytes(segment);
    int at = indexOf(bytes, record);
    bytes[at + 100] ^= 4;
    Files.write(segment, bytes);
    Cli.Run run = cli.run("verify", copy, "--json");
    assertEquals(1, run.code());
    assertEquals("DAMAGED", run.json().get("verdict"));
    ParsedJson first = run.json().objects("findings").get(0);
    assertEquals(0L, first.get("sequence"));
    assertEquals("ENTRY_HASH", first.get("kind"));
    assertEquals(2, cli.run("facts", copy).code());
    assertEquals(1, cli.run("log", copy).code());
    assertEquals(2, cli.run("export", copy, folder.resolve("f")).code());
    assertEquals("OK", verdict(log).get("verdict"));
  }

  private static int indexOf(byte[] bytes, byte[] wanted) {
    for (int i = 0; i + wanted.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
        return i;
      }
    }
    throw new AssertionError("not found");
  }
}
