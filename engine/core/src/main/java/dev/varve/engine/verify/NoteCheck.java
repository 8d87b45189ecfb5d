package dev.varve.engine.verify;

import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.NoteException;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.LogId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Holds a log against its signed notes and one kept elsewhere, while somebody walks it: tells the
 * sizes at which a root is wanted, and compares.
 *
 * <p>A key that hands over to another in a note that it signed is trusted up to there, the other
 * one from there on. Not thread-safe.
 */
final class NoteCheck {
  private record Claim(Checkpoint checkpoint, String source, boolean isSigned) {}

  private final Set<VerifierKey> trusted;
  private final Set<VerifierKey> retired = new HashSet<>();
  private final NavigableMap<Long, List<Claim>> bySize = new TreeMap<>();
  private final List<Finding> findings = new ArrayList<>();
  private final boolean checksSignatures;
  private long signedSize;
  private boolean isContradicted;
  private boolean isUnusable;

  NoteCheck(List<ByteString> notes, Evidence evidence) {
    trusted = new LinkedHashSet<>(evidence.keys());
    checksSignatures = !trusted.isEmpty();
    long before = 0;
    int number = 1;
    for (ByteString note : notes) {
      before = addOwn(note, "note " + number++ + " of the log", before);
    }
    ByteString elsewhere = evidence.checkpoint();
    if (elsewhere != null) {
      addExternal(elsewhere);
    }
  }

  private long addOwn(ByteString bytes, String source, long before) {
    try {
      SignedNote note = SignedNote.parse(bytes.toBytes());
      Checkpoint checkpoint = Checkpoint.parse(note.text());
      if (checkpoint.size() < before) {
        finding(checkpoint.size(), FindingKind.SIGNATURE, source + " goes back in size");
        return before;
      }
      VerifierKey signer = signer(note);
      if (checksSignatures && (signer == null || retired.contains(signer))) {
        String why = signer == null ? " is not signed by a trusted key" : " has a retired key";
        finding(checkpoint.size(), FindingKind.SIGNATURE, source + why);
        return before;
      }
      add(new Claim(checkpoint, source, signer != null));
      VerifierKey next = checkpoint.nextKey();
      if (signer != null && next != null) {
        retired.add(signer);
        trusted.add(next);
      }
      return checkpoint.size();
    } catch (NoteException e) {
      finding(before, FindingKind.SIGNATURE, source + ": " + e.getMessage());
      return before;
    }
  }

  private void addExternal(ByteString bytes) {
    String source = "the checkpoint";
    try {
      SignedNote note = SignedNote.parse(bytes.toBytes());
      Checkpoint checkpoint = Checkpoint.parse(note.text());
      if (signer(note) == null) {
        isUnusable = true;
        finding(
            checkpoint.size(),
            FindingKind.SIGNATURE,
            source + " is not signed by a trusted key and says nothing");
        return;
      }
      add(new Claim(checkpoint, source, true));
    } catch (NoteException e) {
      isUnusable = true;
      finding(0, FindingKind.SIGNATURE, source + ": " + e.getMessage());
    }
  }

  private @Nullable VerifierKey signer(SignedNote note) {
    for (VerifierKey key : trusted) {
      if (note.isSignedBy(key)) {
        return key;
      }
    }
    return null;
  }

  private void add(Claim claim) {
    bySize.computeIfAbsent(claim.checkpoint().size(), size -> new ArrayList<>()).add(claim);
  }

  private void finding(long sequence, FindingKind kind, String detail) {
    findings.add(new Finding(sequence, kind, detail));
  }

  /** Whether the root of the first {@code size} entries is to be compared. */
  boolean wantsRootAt(long size) {
    return bySize.containsKey(size);
  }

  /** The sizes above one, up to another, at which the root is to be compared. */
  NavigableSet<Long> sizes(long above, long upTo) {
    return bySize.navigableKeySet().subSet(above, false, upTo, true);
  }

  /** Compares the root of the first {@code size} entries. */
  void compare(long size, ByteString root) {
    for (Claim claim : bySize.getOrDefault(size, List.of())) {
      if (claim.checkpoint().root().equals(root)) {
        signedSize = claim.isSigned() ? Math.max(signedSize, size) : signedSize;
      } else {
        contradict(
            Math.max(0, size - 1),
            claim.source() + " has another root for the first " + size + " entries");
      }
    }
  }

  private void contradict(long sequence, String detail) {
    isContradicted = true;
    finding(sequence, FindingKind.CHECKPOINT, detail);
  }

  /** Compares what is known at the end of the log. */
  void end(long entries, @Nullable LogId log) {
    for (Map.Entry<Long, List<Claim>> claims : bySize.entrySet()) {
      for (Claim claim : claims.getValue()) {
        if (claims.getKey() > entries) {
          contradict(
              entries,
              claim.source() + " is of " + claims.getKey() + " entries, there are " + entries);
        }
        if (log != null && !claim.checkpoint().log().equals(log)) {
          contradict(0, claim.source() + " is of log " + claim.checkpoint().log().hex());
        }
      }
    }
  }

  List<Finding> findings() {
    return findings;
  }

  /** Entries from genesis on that a trusted signature covers and that are as they were then. */
  long signedSize() {
    return isContradicted ? 0 : signedSize;
  }

  boolean isContradicted() {
    return isContradicted;
  }

  /** Whether the checkpoint that was kept elsewhere cannot be used. */
  boolean isUnusable() {
    return isUnusable;
  }

  /** Whether a note of the log itself is not in order. */
  boolean isNoteBad() {
    return !isUnusable && findings.stream().anyMatch(f -> f.kind() == FindingKind.SIGNATURE);
  }
}
