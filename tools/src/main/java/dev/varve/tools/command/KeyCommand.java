package dev.varve.tools.command;

import dev.varve.engine.checkpoint.SignatureAlgorithm;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.jvm.keys.FileCheckpointSigner;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.EntryStore;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the key that a log's checkpoints are checked with, or replaces it. */
@Command(
    name = "key",
    description = "Print the verifier key of a log's checkpoints; no secret, and needs none.")
final class KeyCommand extends Subcommand {
  @Parameters(paramLabel = "LOG", description = "The log's folder or .db file.")
  private String log;

  @Option(
      names = "--rotate",
      description = "Replace it: the old key announces the new one in the log and is destroyed.")
  private boolean rotate;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      description = "With --rotate: ed25519 (as always else) or ecdsa-p256.")
  private @Nullable String algorithm;

  KeyCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    SignatureAlgorithm wanted = algorithm();
    if (algorithm != null && !rotate) {
      throw new CannotWorkException("--algorithm goes with --rotate");
    }
    if (rotate) {
      try (LogAccess.Logged opened = access().writeLog(log)) {
        FileCheckpointSigner signer =
            FileCheckpointSigner.rotate(
                opened.keyFolder(),
                opened.log().id(),
                opened.ports().wrapper(),
                opened.ports().store().notes(),
                opened.log().writer(),
                LogAccess.actor(),
                wanted);
        // What follows is signed by the new key only.
        opened.log().writer().checkpoint(signer);
      }
    }
    List<VerifierKey> keys = keysOfLog();
    VerifierKey newest = keys.get(keys.size() - 1);
    if (json()) {
      console()
          .line(
              Json.object(
                  out ->
                      out.put("key", newest.text())
                          .put("algorithm", newest.algorithm().label())
                          .putTexts("history", keys.stream().map(VerifierKey::text).toList())));
    } else {
      console().line(newest.text());
    }
    return ExitCode.OK;
  }

  private List<VerifierKey> keysOfLog() {
    LogId id;
    try (EntryStore store = access().store(log)) {
      id = MemoryLog.idOf(store);
    }
    List<VerifierKey> keys = access().verifierKeys(id);
    if (keys.isEmpty()) {
      throw new CannotWorkException(
          "no checkpoint key of this log in its keys folder; make one with: varve checkpoint "
              + log);
    }
    return keys;
  }

  private SignatureAlgorithm algorithm() {
    if (algorithm == null || algorithm.equals(SignatureAlgorithm.ED25519.label())) {
      return SignatureAlgorithm.ED25519;
    }
    if (algorithm.equals(SignatureAlgorithm.ECDSA_P256.label())) {
      return SignatureAlgorithm.ECDSA_P256;
    }
    throw new CannotWorkException("--algorithm is ed25519 or ecdsa-p256, found " + algorithm);
  }
}
