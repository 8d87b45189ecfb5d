package dev.varve.engine.checkpoint;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.LogId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a log was at some moment, in one line each: origin, number of entries, Merkle root. The text
 * of a signed note, in the form of C2SP's tlog-checkpoint. Immutable; thread-safe.
 *
 * <pre>
 *  log id, 32 hex digits
 *  number of entries, decimal
 *  base64(root, 32 bytes)
 *  varve-next-key VKEY          only where the signing key retires: who signs from here on
 * </pre>
 *
 * <p>Other lines behind the third are kept and ignored.
 *
 * @param log whose it is
 * @param size entries from genesis on
 * @param root of the tree over them, 32 bytes
 * @param extensions further lines
 * @see <a href="https://c2sp.org/tlog-checkpoint">C2SP tlog-checkpoint</a>
 */
public record Checkpoint(LogId log, long size, ByteString root, List<String> extensions) {
  private static final String NEXT_KEY = "varve-next-key ";

  /** Checks ranges and copies. */
  public Checkpoint {
    extensions = List.copyOf(extensions);
    if (size < 0 || root.length() != 32) {
      throw new NoteException("a checkpoint has a size from 0 on and a root of 32 bytes");
    }
    for (String line : extensions) {
      if (line.isEmpty() || line.indexOf('\n') >= 0) {
        throw new NoteException("a further line of a checkpoint is one line and not empty");
      }
    }
  }

  /** A checkpoint with nothing further. */
  public static Checkpoint of(LogId log, long size, ByteString root) {
    return new Checkpoint(log, size, root, List.of());
  }

  /** The same, by which its signer hands over to another key. */
  public Checkpoint handingOverTo(VerifierKey next) {
    return new Checkpoint(log, size, root, List.of(NEXT_KEY + next.text()));
  }

  /**
   * The key that its signer hands over to, or null.
   *
   * @throws NoteException when the line holds no key
   */
  public @Nullable VerifierKey nextKey() {
    for (String line : extensions) {
      if (line.startsWith(NEXT_KEY)) {
        return VerifierKey.parse(line.substring(NEXT_KEY.length()));
      }
    }
    return null;
  }

  /**
   * Reads the text of a note.
   *
   * @throws NoteException when it is no checkpoint
   */
  public static Checkpoint parse(String text) {
    if (!text.endsWith("\n")) {
      throw new NoteException("a checkpoint ends with a line feed");
    }
    List<String> lines =
        new ArrayList<>(Arrays.asList(text.substring(0, text.length() - 1).split("\n", -1)));
    if (lines.size() < 3) {
      throw new NoteException("a checkpoint has three lines and more, found " + lines.size());
    }
    if (!lines.get(0).matches("[0-9a-f]{32}")) {
      throw new NoteException("line 1 of a checkpoint is a log id of 32 hex digits");
    }
    if (!lines.get(1).matches("0|[1-9][0-9]{0,17}")) {
      throw new NoteException("line 2 of a checkpoint is a number of entries");
    }
    byte[] root = Base64Text.parse(lines.get(2), "line 3 of a checkpoint");
    return new Checkpoint(
        LogId.of(dev.varve.engine.entry.Hex.parse(lines.get(0))),
        Long.parseLong(lines.get(1)),
        ByteString.of(root),
        lines.subList(3, lines.size()));
  }

  /** The text to be signed. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(log.hex()).append('\n').append(size).append('\n');
    text.append(Base64Text.of(root.toBytes())).append('\n');
    for (String line : extensions) {
      text.append(line).append('\n');
    }
    return text.toString();
  }

  /** Signs it. */
  public SignedNote signedBy(CheckpointSigner signer) {
    return SignedNote.sign(text(), signer);
  }
}
