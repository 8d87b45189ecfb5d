package dev.varve.engine.log;

import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.NoteException;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.store.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The notes of a log, held against what its whole entries are. */
final class NotesExamined {
  /** A note of this log, and what it says. */
  private record Claim(ByteString note, Checkpoint checkpoint) {}

  private final List<Claim> claims = new ArrayList<>();
  private final @Nullable String damage;
  private final boolean signed;

  /**
   * Reads the notes of a log.
   *
   * @param trusted keys; where there are any, notes of others say nothing
   */
  NotesExamined(CheckpointNotes notes, LogId log, List<VerifierKey> trusted) {
    String met = null;
    List<ByteString> read;
    try {
      read = notes.all();
    } catch (StoreException e) {
      met = String.valueOf(e.getMessage());
      read = notes.beforeDamage();
    }
    damage = met;
    signed = !trusted.isEmpty();
    Set<VerifierKey> keys = new HashSet<>(trusted);
    for (ByteString bytes : read) {
      try {
        SignedNote note = SignedNote.parse(bytes.toBytes());
        Checkpoint checkpoint = Checkpoint.parse(note.text());
        VerifierKey next = checkpoint.nextKey();
        if (!checkpoint.log().equals(log) || (signed && !isSigned(note, keys))) {
          continue;
        }
        if (next != null) {
          keys.add(next);
        }
        claims.add(new Claim(bytes, checkpoint));
      } catch (NoteException e) {
        // No note, so that it covers nothing; verification says so.
      }
    }
  }

  private static boolean isSigned(SignedNote note, Set<VerifierKey> keys) {
    return keys.stream().anyMatch(note::isSignedBy);
  }

  /** What is wrong with the medium of the notes, or null. */
  @Nullable String damage() {
    return damage;
  }

  /** Whether signatures were checked. */
  boolean isSigned() {
    return signed;
  }

  /** Most entries that a note covers. */
  long signedSize() {
    long size = 0;
    for (Claim claim : claims) {
      size = Math.max(size, claim.checkpoint().size());
    }
    return size;
  }

  /** The smallest size at which a note has another root than the tree of whole entries, or -1. */
  long contradictedAt(LogTree tree, long whole) {
    long at = -1;
    for (Claim claim : claims) {
      long size = claim.checkpoint().size();
      if (size <= whole && !isBorneOut(claim, tree) && (at < 0 || size < at)) {
        at = size;
      }
    }
    return at;
  }

  /** The newest checkpoint of at most {@code whole} entries that the tree bears out, or null. */
  @Nullable Checkpoint anchor(LogTree tree, long whole) {
    Checkpoint anchor = null;
    for (Claim claim : claims) {
      Checkpoint checkpoint = claim.checkpoint();
      if (checkpoint.size() <= whole
          && (anchor == null || checkpoint.size() >= anchor.size())
          && isBorneOut(claim, tree)) {
        anchor = checkpoint;
      }
    }
    return anchor;
  }

  /** Notes of at most {@code kept} entries that the tree bears out, oldest first. */
  List<ByteString> borneOut(LogTree tree, long kept) {
    List<ByteString> notes = new ArrayList<>();
    for (Claim claim : claims) {
      if (claim.checkpoint().size() <= kept && isBorneOut(claim, tree)) {
        notes.add(claim.note());
      }
    }
    return notes;
  }

  private static boolean isBorneOut(Claim claim, LogTree tree) {
    Checkpoint checkpoint = claim.checkpoint();
    return checkpoint.root().equals(tree.rootAt(checkpoint.size()));
  }
}
