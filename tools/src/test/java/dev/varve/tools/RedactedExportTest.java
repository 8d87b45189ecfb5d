package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody can do with a copy that has no payloads. */
final class RedactedExportTest {
  @TempDir Path folder;
  private Cli cli;
  private Path log;
  private Path full;
  private Path redacted;

  @BeforeEach
  void setUp() {
    cli = new Cli(folder.resolve("home"));
    log = folder.resolve("log.db");
    full = folder.resolve("full.vrvx");
    redacted = folder.resolve("redacted.vrvx");
    cli.ok("init", log);
    cli.ok("ingest", log, Cli.examples().resolve("coupon/recording.jsonl"));
    cli.ok("export", log, full);
    cli.ok("export", log, redacted, "--redact");
  }

  @Test
  void aRedactedCopyHasTheLogsHeadersAndNoByteOfAPayload() throws IOException {
    ByteBuffer whole = ByteBuffer.wrap(Files.readAllBytes(full)).position(32);
    byte[] copy = Files.readAllBytes(redacted);
    int at = 32;
    int entries = (int) ByteBuffer.wrap(copy).getLong(24);
    for (int n = 0; n < entries; n++) {
      byte[] record = new byte[whole.getInt()];
      whole.get(record);
      assertEquals(280, ByteBuffer.wrap(copy).getInt(at));
      assertTrue(Arrays.equals(record, 0, 280, copy, at + 4, at + 284), "header " + n);
      at += 284;
    }
    // What is left is the notes, the same in both, and a hash of the file.
    int tail = copy.length - 32 - at;
    byte[] all = whole.array();
    assertEquals(all.length - 32 - whole.position(), tail);
    assertTrue(Arrays.equals(all, whole.position(), all.length - 32, copy, at, at + tail));
  }

  @Test
  void withoutLogAndKeysItShowsTheSameHeadAndRoot() {
    ParsedJson original = cli.ok("verify", log, "--json").json();
    Cli stranger = new Cli(folder.resolve("elsewhere"));
    ParsedJson copy = stranger.ok("verify", redacted, "--json").json();
    for (String name : new String[] {"verdict", "logId", "entries", "epoch", "head", "root"}) {
      assertEquals(original.get(name), copy.get(name), name);
    }
    assertEquals(true, copy.get("redacted"));
    assertEquals(false, original.get("redacted"));
    assertTrue(stranger.ok("verify", redacted).out().contains("this copy has no payloads"));
    assertEquals(false, stranger.ok("verify", full, "--json").json().get("redacted"));
  }

  @Test
  void theSignatureOfTheLogIsCheckedInTheCopyToo() throws IOException {
    cli.ok("checkpoint", log);
    cli.ok("export", log, redacted, "--redact", "--force");
    Path key = folder.resolve("log.vkey");
    Files.writeString(key, cli.ok("key", log).out());
    Cli stranger = new Cli(folder.resolve("elsewhere"));
    ParsedJson copy = stranger.ok("verify", redacted, "--key", key, "--json").json();
    assertEquals("OK", copy.get("verdict"));
    assertTrue(copy.number("signedEntries") > 0);
    assertEquals(cli.ok("verify", log, "--json").json().get("root"), copy.get("root"));
  }

  @Test
  void aHeaderThatWasChangedOrLeftOutIsFoundAlsoWhenTheFilesHashWasMadeAnew() throws Exception {
    byte[] whole = Files.readAllBytes(redacted);
    for (int n : new int[] {0, 3, 7}) {
      byte[] changed = whole.clone();
      changed[32 + n * 284 + 4 + 90] ^= 1;
      Files.write(redacted, rehashed(changed));
      Cli.Run run = cli.run("verify", redacted, "--json");
      assertEquals(1, run.code());
      assertEquals("DAMAGED", run.json().get("verdict"));
      assertEquals((long) n, run.json().objects("findings").get(0).get("sequence"));
    }
    byte[] shorter = new byte[whole.length - 284];
    System.arraycopy(whole, 0, shorter, 0, 32 + 5 * 284);
    System.arraycopy(whole, 32 + 6 * 284, shorter, 32 + 5 * 284, shorter.length - 32 - 5 * 284);
    ByteBuffer.wrap(shorter).putLong(24, ByteBuffer.wrap(whole).getLong(24) - 1);
    Files.write(redacted, rehashed(shorter));
    Cli.Run run = cli.run("verify", redacted, "--json");
    assertEquals(1, run.code());
    assertEquals(5L, run.json().objects("findings").get(0).get("sequence"));
  }

  private static byte[] rehashed(byte[] file) throws GeneralSecurityException {
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    sha256.update(file, 0, file.length - 32);
    System.arraycopy(sha256.digest(), 0, file, file.length - 32, 32);
    return file;
  }

  @Test
  void everyFlippedByteOfTheFileIsFoundByVerify() throws IOException {
    byte[] whole = Files.readAllBytes(redacted);
    for (int at = 0; at < whole.length; at += 97) {
      byte[] changed = whole.clone();
      changed[at] ^= 16;
      Files.write(redacted, changed);
      int code = cli.run("verify", redacted).code();
      assertTrue(code == 1 || (code == 2 && at < 8), "byte " + at + ", exit " + code);
    }
  }

  @Test
  void noLogIsMadeOfARedactedCopyNorIsAFullOneTakenForIt() throws Exception {
    Map<String, String> before = FilesSeen.below(folder);
    Cli.Run run = cli.run("import", folder.resolve("copy"), redacted);
    assertEquals(2, run.code());
    assertTrue(run.err().contains("varve verify"), run.err());
    assertEquals(before, FilesSeen.below(folder));
    // The mark alone makes no full file a redacted one.
    byte[] marked = Files.readAllBytes(full);
    marked[5] = 1;
    Files.write(full, rehashed(marked));
    assertFalse(cli.run("verify", full).code() == 0);
  }

  @Test
  void aLogThatIsAFileIsNotOverwrittenByItsExport() {
    Map<String, String> before = FilesSeen.below(folder);
    Cli.Run run = cli.run("export", log, log, "--force");
    assertEquals(2, run.code());
    assertTrue(run.err().contains("is the log itself"), run.err());
    assertEquals(before, FilesSeen.below(folder));
  }
}
