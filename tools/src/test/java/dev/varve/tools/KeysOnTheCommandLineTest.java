package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passphrases, wrapping anew, and values that were kept long enough. */
final class KeysOnTheCommandLineTest {
  @TempDir Path temp;
  private Path log = Path.of(".");
  private Path keys = Path.of(".");
  private Path good = Path.of(".");
  private Path bad = Path.of(".");
  private Cli cli = new Cli(Path.of("."));

  @BeforeEach
  void places() throws IOException {
    log = temp.resolve("log");
    keys = temp.resolve("keys");
    cli = new Cli(temp.resolve("home")).with("VARVE_KEYS", keys.toString());
    good = Files.writeString(temp.resolve("good"), "correct horse\n");
    bad = Files.writeString(temp.resolve("bad"), "battery staple\n");
  }

  private void remember(String at, String value) throws IOException {
    Path recording = temp.resolve("recording.jsonl");
    String trace = "t-" + value;
    Files.writeString(
        recording,
        """
        {"kind":"task","trace":"%1$s","task":"order","actor":{"package":"a.b","pid":1},"at":"%2$s"}
        {"kind":"fact","trace":"%1$s","key":"city","value":"%3$s","source":"user","confidence":1.0,"at":"%2$s"}
        {"kind":"end","trace":"%1$s","outcome":"success","at":"%2$s"}
        """
            .formatted(trace, at, value));
    cli.ok("ingest", log, recording);
    Files.delete(recording);
  }

  private boolean isAnywhere(byte[] wanted) throws IOException {
    String needle = new String(wanted, StandardCharsets.ISO_8859_1);
    try (Stream<Path> walk = Files.walk(temp)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        byte[] content = Files.readAllBytes(file);
        if (new String(content, StandardCharsets.ISO_8859_1).contains(needle)) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void everyCommandThatOpensKeysTakesThePassphraseFromAFileOrTheEnvironment() throws IOException {
    cli.ok("init", log, "--passphrase-file", good);
    assertFalse(Files.exists(keys.resolve("wrapping.key")));
    for (List<Object> command :
        List.of(
            List.<Object>of("facts", log),
            List.<Object>of("state", log),
            List.<Object>of("checkpoint", log),
            List.<Object>of("erase", log, "--expired"))) {
      Cli.Run none = cli.run(command.toArray());
      assertEquals(2, none.code(), none.err());
      assertEquals(1, none.err().lines().count(), none.err());
      assertTrue(none.err().contains("--passphrase-file"), none.err());
      Cli.Run wrong = cli.run(with(command, bad));
      assertEquals(2, wrong.code());
      assertEquals(
          "varve: wrong passphrase for " + keys.resolve("wrapping.pass") + "\n", wrong.err());
      cli.ok(with(command, good));
    }
    cli.with("VARVE_PASSPHRASE_FILE", good.toString()).ok("facts", log);
    // What is named goes before what the environment names.
    assertEquals(2, cli.run("facts", log, "--passphrase-file", bad).code());
    assertEquals(2, cli.run("facts", log, "--passphrase-file", temp.resolve("none")).code());
  }

  private static Object[] with(List<Object> command, Path passphrase) {
    Object[] all = Arrays.copyOf(command.toArray(), command.size() + 2);
    all[command.size()] = "--passphrase-file";
    all[command.size() + 1] = passphrase;
    return all;
  }

  @Test
  void verifyingNeedsNoPassphraseAndShowingSaysWhatItWithholds() {
    cli.ok("init", log, "--passphrase-file", good);
    cli.ok("verify", log);
    Cli.Run shown = cli.ok("log", log);
    assertFalse(shown.out().isEmpty());
    assertTrue(shown.err().contains("passphrase"), shown.err());
  }

  @Test
  void rewrapReplacesEveryWrappedKeyAndTheLogGoesOn() throws IOException {
    cli.ok("init", log);
    remember("2026-01-15T10:30:00Z", "Aa");
    byte[] rows = Files.readAllBytes(keys.resolve("subjects.keys"));
    byte[] kek = Files.readAllBytes(keys.resolve("kek.wrapped"));
    String state = cli.ok("state", log, "--json").json().object("layers").toString();
    Path note = Files.writeString(temp.resolve("note"), cli.ok("checkpoint", log).out());
    cli.ok("rewrap", log);
    for (int row = 16; row + 84 <= rows.length; row += 84) {
      assertFalse(isAnywhere(Arrays.copyOfRange(rows, row + 20, row + 80)), "row at " + row);
    }
    assertFalse(isAnywhere(Arrays.copyOfRange(kek, 12, kek.length - 4)));
    assertEquals(state, cli.ok("state", log, "--json").json().object("layers").toString());
    assertTrue(cli.ok("log", log, "--type", "WrappingKeyRotated").out().contains("Rotated"));
    cli.ok("verify", log, "--checkpoint", note);

    byte[] key = Files.readAllBytes(keys.resolve("wrapping.key"));
    cli.ok("rewrap", log, "--new-passphrase-file", good);
    assertFalse(isAnywhere(key), "the wrapping key of before");
    assertEquals(2, cli.run("facts", log).code());
    cli.ok("facts", log, "--passphrase-file", good);
    cli.ok("rewrap", log, "--passphrase-file", good, "--new-passphrase-file", bad);
    assertEquals(2, cli.run("facts", log, "--passphrase-file", good).code());
    cli.ok("rewrap", log, "--passphrase-file", bad, "--no-passphrase");
    assertTrue(cli.ok("facts", log, "city").out().contains("Aa"));
    cli.ok("checkpoint", log);
    remember("2026-01-16T10:30:00Z", "Bb");
    cli.ok("verify", log, "--checkpoint", note);
    Cli.Run both = cli.run("rewrap", log, "--no-passphrase", "--new-passphrase-file", good);
    assertEquals(2, both.code());
    assertEquals(2, cli.run("rewrap", log, "--new-passphrase").code(), "no terminal");
  }

  @Test
  void expiredValuesAreErasedByTheRetentionAndWhatIsCurrentStays() throws IOException {
    cli.ok("init", log);
    remember("2020-01-15T10:30:00Z", "Aaaaaaaaaa");
    remember("2020-02-15T10:30:00Z", "Bbbbbbbbbb");
    remember("2020-03-15T10:30:00Z", "Cccccccccc");
    assertEquals(2, cli.run("erase", log, "--expired", "--older-than", 30).code());
    Cli.Run kept = cli.ok("erase", log, "--expired", "--retention", 36_000, "--json");
    assertEquals(List.of(), kept.json().texts("expired"));
    Cli.Run gone = cli.ok("erase", log, "--expired", "--retention", 30, "--json");
    assertEquals(List.of("city 1", "city 2"), gone.json().texts("expired"));
    assertEquals(30, gone.json().number("retentionDays"));
    List<ParsedJson> facts = cli.ok("facts", log, "city", "--all", "--json").jsonLines();
    assertEquals("EXPIRED", facts.get(0).text("state"));
    assertEquals("2020-02-15T10:30:00.000Z", facts.get(0).text("validTo"));
    assertEquals("CURRENT", facts.get(2).text("state"));
    assertEquals("Cccccccccc", facts.get(2).text("value"));
    String text = cli.ok("facts", log, "city", "--all").out();
    assertFalse(text.contains("Aaaaaaaaaa") || text.contains("Bbbbbbbbbb"), text);
    cli.ok("facts", log, "city", "--all", "--at", 12);
    cli.ok("verify", log);
    String state = cli.ok("state", log, "--json").out();
    cli.ok("export", log, temp.resolve("file"));
    cli.ok("import", temp.resolve("copy.db"), temp.resolve("file"));
    assertEquals(state, cli.ok("state", temp.resolve("copy.db"), "--json").out());
  }

  @Test
  void whatGoesNotTogetherIsRefused() {
    cli.ok("init", log);
    for (List<Object> wrong :
        List.of(
            List.<Object>of("erase", log),
            List.<Object>of("erase", log, "city", "--expired"),
            List.<Object>of("erase", log, "city", "--older-than", 3),
            List.<Object>of("erase", log, "--expired", "--derived"),
            List.<Object>of("init", temp.resolve("x"), "--passphrase"))) {
      Cli.Run run = cli.run(wrong.toArray());
      assertEquals(2, run.code(), wrong + run.err());
      assertEquals(1, run.err().lines().count(), run.err());
    }
    assertFalse(Files.exists(temp.resolve("x")));
  }
}
