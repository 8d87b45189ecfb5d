package dev.varve.tools.command;

import dev.varve.engine.cbor.CborDiagnostic;
import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.EntryProof;
import dev.varve.engine.checkpoint.GrowthProof;
import dev.varve.engine.checkpoint.NoteException;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks a proof without the log it is about. */
@Command(
    name = "check",
    description = "Check a proof without the log; needs no secret.",
    footer = "Ends with 0 when the proof holds and a trusted key signed it, else with 1.")
final class CheckCommand extends Subcommand {
  @Parameters(paramLabel = "PROOF", description = "The file that varve prove printed.")
  private String proof;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "Verifier keys that are trusted, one a line; else those of the keys folder.")
  private @Nullable String key;

  CheckCommand(Console console) {
    super(console);
  }

  /** What a proof says when it holds, and what signs it. */
  private record Held(
      Checkpoint checkpoint,
      SignedNote note,
      @Nullable SignedNote older,
      @Nullable EntryHeader header,
      @Nullable String payload) {}

  @Override
  public Integer call() {
    byte[] file = TrustedKeys.bytes(path(proof), EntryProof.MAX_LENGTH).toBytes();
    List<VerifierKey> named = key == null ? List.of() : TrustedKeys.in(path(key));
    Held held;
    try {
      held = held(file);
    } catch (NoteException e) {
      return answer(null, false, String.valueOf(e.getMessage()));
    }
    List<VerifierKey> trusted = key == null ? access().verifierKeys(held.checkpoint.log()) : named;
    boolean isSigned = isSigned(held.note, trusted);
    SignedNote older = held.older;
    if (older != null) {
      isSigned &= isSigned(older, trusted);
    }
    return answer(held, isSigned, isSigned ? null : "it is not signed by a trusted key");
  }

  private static boolean isSigned(SignedNote note, List<VerifierKey> trusted) {
    return trusted.stream().anyMatch(note::isSignedBy);
  }

  private static Held held(byte[] file) {
    byte[] growth = GrowthProof.MAGIC.getBytes(StandardCharsets.UTF_8);
    if (file.length > growth.length
        && java.util.Arrays.equals(growth, java.util.Arrays.copyOf(file, growth.length))) {
      GrowthProof proof = GrowthProof.parse(file);
      return new Held(proof.check(), proof.newer(), proof.older(), null, null);
    }
    EntryProof proof = EntryProof.parse(file);
    Checkpoint checkpoint = proof.check();
    EntryProof.Opening opening = proof.opening();
    String payload = null;
    if (opening != null) {
      try {
        payload = CborDiagnostic.of(CborMap.decode(opening.cbor().toBytes()));
      } catch (dev.varve.engine.VarveException e) {
        throw new NoteException("the payload is no CBOR of this format");
      }
    }
    return new Held(checkpoint, proof.note(), null, proof.header(), payload);
  }

  private Integer answer(@Nullable Held held, boolean holds, @Nullable String reason) {
    EntryHeader header = held == null ? null : held.header;
    if (json()) {
      console()
          .line(
              Json.object(
                  out ->
                      out.put("holds", holds)
                          .put("reason", reason)
                          .put("logId", held == null ? null : held.checkpoint.log().hex())
                          .put("size", held == null ? null : (Long) held.checkpoint.size())
                          .put("sequence", header == null ? null : (Long) header.sequence())
                          .put("payload", held == null ? null : held.payload)));
    } else {
      if (held != null) {
        console().line("log     " + held.checkpoint.log().hex());
        console().line("size    " + held.checkpoint.size());
        if (header != null) {
          console()
              .line(
                  "entry   "
                      + header.sequence()
                      + ", hash "
                      + dev.varve.engine.entry.Hex.of(header.entryHash()));
        }
        if (held.payload != null) {
          console().line("payload " + Printable.of(held.payload));
        }
      }
      console().line(holds ? "HOLDS" : "DOES NOT HOLD  " + Printable.of(String.valueOf(reason)));
    }
    return holds ? ExitCode.OK : ExitCode.FOUND;
  }
}
