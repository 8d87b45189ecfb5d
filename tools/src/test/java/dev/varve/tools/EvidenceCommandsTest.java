package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code checkpoint}, {@code key}, {@code prove}, {@code check}, {@code verify --checkpoint}. */
class EvidenceCommandsTest {
  @TempDir Path folder;
  private Cli cli = new Cli(Path.of("."));
  private Path log = Path.of(".");

  @BeforeEach
  void ingest() {
    cli = new Cli(folder.resolve("home"));
    log = folder.resolve("log");
    cli.ok("init", log);
    cli.ok("ingest", log, Cli.examples().resolve("coupon/recording.jsonl"));
  }

  private Path kept(String name, Object... command) throws IOException {
    return Files.writeString(folder.resolve(name), cli.ok(command).out());
  }

  @Test
  void aCheckpointKeptElsewhereVerifiesWithoutAnyOtherKey() throws IOException {
    Path note = kept("note", "checkpoint", log);
    Path key = kept("key", "key", log);
    Cli stranger = new Cli(folder.resolve("elsewhere"));
    Cli.Run run = stranger.ok("verify", log, "--checkpoint", note, "--key", key, "--json");
    assertEquals("OK", run.json().get("verdict"));
    assertEquals(run.json().number("entries"), run.json().number("signedEntries"));
    String limit = run.json().text("limit");
    assertTrue(limit.contains("behind the " + run.json().number("entries") + " entries"), limit);
    // Twice the same note: nothing was added.
    assertEquals(Files.readString(note), cli.ok("checkpoint", log).out());
    // Without the key it says nothing.
    assertEquals(1, stranger.run("verify", log, "--checkpoint", note).code());
  }

  @Test
  void anOlderCopyOfTheLogContradictsIt() throws IOException {
    Path copy = folder.resolve("copy");
    cli.ok("export", log, folder.resolve("file"), "--to", 5);
    cli.ok("import", copy, folder.resolve("file"));
    Path note = kept("note", "checkpoint", log);
    Cli.Run run = cli.run("verify", copy, "--checkpoint", note, "--json");
    assertEquals(1, run.code());
    assertEquals("CONTRADICTS_CHECKPOINT", run.json().get("verdict"));
    assertEquals("CHECKPOINT", run.json().objects("findings").get(0).get("kind"));
  }

  @Test
  void theReportIsTheSameForEveryNumberOfThreads() {
    String one = cli.ok("verify", log, "--threads", 1, "--json").out();
    for (int threads = 2; threads <= 4; threads++) {
      assertEquals(one, cli.ok("verify", log, "--threads", threads, "--json").out());
    }
    for (Object wrong : List.of(0, -1, 65, "two")) {
      Cli.Run run = cli.run("verify", log, "--threads", wrong);
      assertEquals(2, run.code());
      assertTrue(run.err().contains("--threads"), run.err());
    }
  }

  @Test
  void aProofIsCheckedWithoutTheLogAndOpensOneEntry() throws IOException {
    Path closed = kept("closed", "prove", log, 8);
    Path open = kept("open", "prove", log, 8, "--open");
    Path key = kept("key", "key", log);
    Cli stranger = new Cli(folder.resolve("elsewhere"));
    Cli.Run run = stranger.ok("check", closed, "--key", key, "--json");
    assertEquals(true, run.json().get("holds"));
    assertEquals(8, run.json().number("sequence"));
    assertTrue(run.json().isNull("payload"));
    String shown = cli.ok("show", log, 8, "--json").json().text("payload");
    assertEquals(shown, stranger.ok("check", open, "--key", key, "--json").json().text("payload"));
    // With the keys folder at hand its verifier keys are tried.
    cli.ok("check", closed);
    // An unknown signer is said.
    Cli.Run unknown = stranger.run("check", closed);
    assertEquals(1, unknown.code());
    assertTrue(unknown.out().contains("not signed by a trusted key"), unknown.out());
  }

  @Test
  void aChangedProofDoesNotHold() throws IOException {
    Path proof = kept("proof", "prove", log, 8);
    String text = Files.readString(proof).replace("index 8", "index 7");
    Files.writeString(proof, text);
    Cli.Run run = cli.run("check", proof, "--json");
    assertEquals(1, run.code());
    assertEquals(false, run.json().get("holds"));
    Files.writeString(proof, "nothing of the kind");
    assertEquals(1, cli.run("check", proof).code());
    assertEquals(2, cli.run("check", folder.resolve("missing")).code());
    assertEquals(2, cli.run("check", proof, "--key", folder.resolve("missing")).code());
  }

  @Test
  void theLogProvesThatItHasOnlyGrownAlsoOverAChangeOfKeys() throws IOException {
    Path note = kept("note", "checkpoint", log);
    Path first = kept("key", "key", log);
    cli.ok("key", log, "--rotate", "--algorithm", "ecdsa-p256");
    cli.ok("ingest", log, Cli.examples().resolve("droidbot-testapp"));
    Path growth = kept("growth", "prove", log, "--consistency", note);
    cli.ok("check", growth);
    List<String> history = cli.ok("key", log, "--json").json().texts("history");
    assertEquals(2, history.size());
    // Who trusts the first key alone follows the history in the log, not a lone proof.
    Cli stranger = new Cli(folder.resolve("elsewhere"));
    stranger.ok("verify", log, "--checkpoint", note, "--key", first);
    assertEquals(1, stranger.run("check", growth, "--key", first).code());
    Path both = Files.write(folder.resolve("both"), history);
    stranger.ok("check", growth, "--key", both);
  }

  @Test
  void whatCannotBeDoneIsSaidInOneLine() throws IOException {
    for (Object[] wrong :
        List.of(
            new Object[] {"prove", log},
            new Object[] {"prove", log, 4_000},
            new Object[] {"prove", log, -1},
            new Object[] {"prove", log, 1, "--consistency", log},
            new Object[] {"prove", log, "--consistency", folder.resolve("missing")},
            new Object[] {"key", log, "--algorithm", "ed25519"},
            new Object[] {"key", log, "--rotate", "--algorithm", "rsa"},
            new Object[] {"checkpoint", folder.resolve("missing")},
            new Object[] {"verify", log, "--checkpoint", folder.resolve("missing")})) {
      Cli.Run run = cli.run(wrong);
      assertEquals(2, run.code(), run.out() + run.err());
      assertEquals("", run.out());
      assertEquals(1, run.err().strip().split("\n").length, run.err());
    }
  }

  @Test
  void aLogWithoutACheckpointKeyGetsOneWhenItIsFirstSigned() throws IOException {
    Path keys = Path.of(cli.ok("init", folder.resolve("old"), "--json").json().text("keys"));
    for (String name : List.of("checkpoint.key", "checkpoint.pub")) {
      Files.delete(keys.resolve(name));
    }
    assertEquals(2, cli.run("key", folder.resolve("old")).code());
    cli.ok("checkpoint", folder.resolve("old"));
    assertFalse(cli.ok("key", folder.resolve("old")).out().isEmpty());
  }
}
