package dev.varve.tools.ingest;

import dev.varve.engine.entry.CommandId;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.KeyPurpose;
import dev.varve.engine.seal.KeyedHash;
import dev.varve.tools.recording.RecordedLine;
import dev.varve.tools.recording.ScreenFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Makes the command ids of recorded lines, so that a line is appended once, and another line in its
 * place is a conflict.
 *
 * <pre>
 *  slot    = HMAC(commands key, parts "slot", trace, ordinal)             first 8 bytes
 *  content = HMAC(commands key, parts "line", trace, ordinal, line, screen) first 8 bytes
 * </pre>
 *
 * <p>A line without a trace belongs to no task: two recordings may each begin with a device of
 * their own. Its slot covers the line too, so that it can be repeated but not contradicted. Not
 * thread-safe.
 */
final class LineIds {
  private static final byte[] NO_SCREEN = new byte[0];

  private final KeyedHash hash;

  LineIds(MemoryLog log) {
    this.hash = log.keyedHash(KeyPurpose.COMMANDS);
  }

  /** The id of a line; {@code screen} is the bytes of its screen file, null when it has none. */
  CommandId of(RecordedLine line, byte @org.jspecify.annotations.Nullable [] screen) {
    byte[] trace = line.trace().getBytes(StandardCharsets.UTF_8);
    byte[] ordinal = ByteBuffer.allocate(8).putLong(line.ordinal()).array();
    byte[] content = line.content().toBytes();
    hash.updatePart("slot".getBytes(StandardCharsets.UTF_8)).updatePart(trace).updatePart(ordinal);
    if (line.trace().isEmpty()) {
      hash.updatePart(content);
    }
    byte[] slot = hash.finish();
    hash.updatePart("line".getBytes(StandardCharsets.UTF_8))
        .updatePart(trace)
        .updatePart(ordinal)
        .updatePart(content)
        .updatePart(screen == null ? NO_SCREEN : screen);
    return CommandId.ofSlot(slot, hash.finish());
  }

  static byte @org.jspecify.annotations.Nullable [] bytesOf(RecordedLine line) {
    ScreenFile screen = line.screen();
    return screen == null ? null : screen.read();
  }
}
