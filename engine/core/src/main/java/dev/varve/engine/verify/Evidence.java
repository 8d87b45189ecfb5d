package dev.varve.engine.verify;

import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.entry.ByteString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a log is held against besides its own hashes.
 *
 * @param keys that are trusted to sign its checkpoints; those that they hand over to are too. None:
 *     the log's notes are held against it, their signatures cannot be
 * @param checkpoint a signed note that was kept elsewhere, or null
 */
public record Evidence(List<VerifierKey> keys, @Nullable ByteString checkpoint) {
  /** Nothing but the log itself. */
  public static final Evidence NONE = new Evidence(List.of(), null);

  /** Copies the list. */
  public Evidence {
    keys = List.copyOf(keys);
  }
}
