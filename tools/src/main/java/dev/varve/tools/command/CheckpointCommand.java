package dev.varve.tools.command;

import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.CheckpointPolicy;
import dev.varve.engine.checkpoint.CheckpointSigner;
import dev.varve.engine.checkpoint.SignatureAlgorithm;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.jvm.keys.FileCheckpointSigner;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Signs what a log is now. */
@Command(
    name = "checkpoint",
    description = "Sign number and Merkle root of a log's entries, and print the signed note.",
    footer = "Keep the note elsewhere: varve verify LOG --checkpoint NOTE --key KEY tells later.")
final class CheckpointCommand extends Subcommand {
  @Parameters(paramLabel = "LOG", description = "The log's folder or .db file.")
  private String log;

  CheckpointCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    try (LogAccess.Logged opened = access().writeLog(log)) {
      CheckpointSigner signer = signer(opened);
      SignedNote note = opened.log().writer().checkpoint(signer);
      if (json()) {
        Checkpoint checkpoint = Checkpoint.parse(note.text());
        console()
            .line(
                Json.object(
                    out ->
                        out.put("logId", checkpoint.log().hex())
                            .put("size", checkpoint.size())
                            .put("root", checkpoint.root().hex())
                            .put("key", signer.verifierKey().text())
                            .put("note", note.toString())));
      } else {
        console().text(note.toString());
      }
      return ExitCode.OK;
    }
  }

  /** The log's signer; a log that was made before there were any gets one. */
  private static CheckpointSigner signer(LogAccess.Logged opened) {
    // Opened for writing, or it says why not, before a key is made.
    opened.log().writer();
    CheckpointPolicy policy = opened.ports().checkpoints();
    return policy != null
        ? policy.signer()
        : FileCheckpointSigner.create(
            opened.keyFolder(),
            opened.log().id(),
            opened.ports().wrapper(),
            SignatureAlgorithm.ED25519);
  }
}
