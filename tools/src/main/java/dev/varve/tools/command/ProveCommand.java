package dev.varve.tools.command;

import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.EntryProof;
import dev.varve.engine.checkpoint.GrowthProof;
import dev.varve.engine.checkpoint.NoteException;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.LogTree;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints a proof that can be checked without the log. */
@Command(
    name = "prove",
    description = "Print a proof that an entry is in the log, under its newest checkpoint.",
    footer = "Check it anywhere with: varve check PROOF --key KEY")
final class ProveCommand extends Subcommand {
  @Parameters(index = "0", paramLabel = "LOG", description = "The log's folder or .db file.")
  private String log;

  @Parameters(index = "1", arity = "0..1", paramLabel = "SEQ", description = "The entry.")
  private @Nullable Long sequence;

  @Option(
      names = "--open",
      description = "Also what the entry says, checkable against its commitment; needs the keys.")
  private boolean open;

  @Option(
      names = "--consistency",
      paramLabel = "NOTE",
      description = "Instead: that the log has only grown since this older checkpoint.")
  private @Nullable String consistency;

  ProveCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    Long wanted = sequence;
    if ((wanted == null) == (consistency == null)) {
      throw new CannotWorkException("name either an entry or --consistency NOTE");
    }
    byte[] proof = wanted == null ? growth(path(String.valueOf(consistency))) : entry(wanted);
    String text = new String(proof, StandardCharsets.UTF_8);
    if (json()) {
      console().line(Json.object(out -> out.put("proof", text)));
    } else {
      console().text(text);
    }
    return ExitCode.OK;
  }

  private byte[] entry(long wanted) {
    if (wanted < 0) {
      throw new CannotWorkException("an entry is a sequence, from 0 on");
    }
    try (EntryStore store = access().store(log)) {
      SignedNote note = newest(store, wanted);
      long size = Checkpoint.parse(note.text()).size();
      EntryHeader header;
      try (EntryCursor cursor = store.cursor(Math.min(wanted, store.size()))) {
        byte[] record = cursor.next();
        if (record == null) {
          throw new CannotWorkException(store.describe() + ": there is no entry " + wanted);
        }
        header = EntryHeader.of(record);
      }
      LogTree tree = LogTree.of(store);
      requireBorneOut(tree, note);
      return new EntryProof(
              header,
              wanted,
              tree.inclusion(wanted, size).path(),
              open ? opening(wanted) : null,
              note)
          .toBytes();
    }
  }

  private EntryProof.Opening opening(long wanted) {
    try (MemoryLog opened = access().read(log)) {
      CommittedEntry entry = opened.entry(wanted);
      EntryProof.Opening opening = opened.opener().reveal(entry);
      if (opening == null) {
        throw new CannotWorkException("entry " + wanted + " was erased: nobody can open it");
      }
      return opening;
    }
  }

  private byte[] growth(Path older) {
    try (EntryStore store = access().store(log)) {
      SignedNote from;
      Checkpoint old;
      try {
        from = SignedNote.parse(TrustedKeys.bytes(older, SignedNote.MAX_LENGTH).toBytes());
        old = Checkpoint.parse(from.text());
      } catch (NoteException e) {
        throw new CannotWorkException(older + ": " + e.getMessage(), e);
      }
      SignedNote to = newest(store, old.size() - 1);
      long size = Checkpoint.parse(to.text()).size();
      LogTree tree = LogTree.of(store);
      requireBorneOut(tree, to);
      GrowthProof proof = new GrowthProof(tree.consistency(old.size(), size).path(), from, to);
      try {
        proof.check();
      } catch (NoteException e) {
        throw new CannotWorkException(
            "this log cannot prove it: " + e.getMessage() + "; see: varve verify", e);
      }
      return proof.toBytes();
    }
  }

  private SignedNote newest(EntryStore store, long covered) {
    LogId id = MemoryLog.idOf(store);
    SignedNote note = LogTree.newestNote(store, id, covered);
    if (note == null) {
      throw new CannotWorkException(
          "no checkpoint of this log covers that yet; make one with: varve checkpoint " + log);
    }
    return note;
  }

  private static void requireBorneOut(LogTree tree, SignedNote note) {
    Checkpoint checkpoint = Checkpoint.parse(note.text());
    if (checkpoint.size() > tree.size()
        || !checkpoint.root().equals(tree.rootAt(checkpoint.size()))) {
      throw new CannotWorkException(
          "the log is not what its newest checkpoint says; see: varve verify");
    }
  }
}
