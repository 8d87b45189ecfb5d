package dev.varve.engine.entry;

import dev.varve.engine.VarveException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Fills the 280 bytes of {@link EntryHeader}, at the start of a buffer of its own or of a record.
 *
 * <p>Each setter checks the range of its field, so that what is written has no {@link
 * EntryHeader#defect()}. Not thread-safe; {@link #reset} before each entry.
 */
public final class EntryHeaderEncoder {
  private final byte[] bytes = new byte[EntryHeader.SIZE];
  private final ByteBuffer view = ByteBuffer.wrap(bytes);

  /** An encoder of an empty header. */
  public EntryHeaderEncoder() {
    clear();
  }

  /** Zeros everything and writes magic and algorithms. */
  public EntryHeaderEncoder reset() {
    clear();
    return this;
  }

  private void clear() {
    Arrays.fill(bytes, (byte) 0);
    view.putInt(0, EntryHeader.MAGIC);
    bytes[4] = EntryHeader.FORMAT;
    bytes[5] = EntryHeader.HASH_SHA256;
    bytes[6] = EntryHeader.SEAL_AES_256_GCM;
    putDevice(168, DeviceState.UNKNOWN);
    putDevice(176, DeviceState.UNKNOWN);
  }

  private static VarveException outOfRange(String field, long value) {
    return new VarveException(field + " " + value + " does not fit the header");
  }

  private EntryHeaderEncoder putInt(int offset, String field, int value) {
    if (value < 0) {
      throw outOfRange(field, value);
    }
    view.putInt(offset, value);
    return this;
  }

  private EntryHeaderEncoder putShort(int offset, String field, int value) {
    if (value < 0 || value > 0xffff) {
      throw outOfRange(field, value);
    }
    view.putShort(offset, (short) value);
    return this;
  }

  private EntryHeaderEncoder putLong(int offset, String field, long value) {
    if (value < 0) {
      throw outOfRange(field, value);
    }
    view.putLong(offset, value);
    return this;
  }

  private EntryHeaderEncoder putBytes(int offset, String field, byte[] value, int size) {
    if (value.length != size) {
      throw outOfRange(field + " length", value.length);
    }
    System.arraycopy(value, 0, bytes, offset, size);
    return this;
  }

  /** Epoch and sequence. */
  public EntryHeaderEncoder position(int epoch, long sequence) {
    return putLong(8, "sequence", sequence).putInt(16, "epoch", epoch);
  }

  /** Hash and seal algorithm. */
  public EntryHeaderEncoder algorithms(int hash, int seal) {
    bytes[5] = (byte) hash;
    bytes[6] = (byte) seal;
    return this;
  }

  /** Event type number and the schema version of the payload. */
  public EntryHeaderEncoder event(int type, int schemaVersion) {
    return putShort(20, "event type", type).putShort(22, "schema version", schemaVersion);
  }

  /** Bytes of stored payload. */
  public EntryHeaderEncoder payloadLength(int length) {
    return putInt(24, "payload length", length);
  }

  /** Clocks of the writer. */
  public EntryHeaderEncoder clocks(long wallMillis, long elapsedNanos, int bootCount) {
    return putInt(28, "boot count", bootCount)
        .putLong(88, "wall clock", wallMillis)
        .putLong(96, "elapsed time", elapsedNanos);
  }

  /** Stream and the place in it. */
  public EntryHeaderEncoder stream(StreamId stream, int version) {
    view.putLong(32, stream.high()).putLong(40, stream.low());
    return putInt(48, "stream version", version);
  }

  /** Command, the place in it, and whether it ends here. */
  public EntryHeaderEncoder command(CommandId command, int index, boolean last) {
    view.putLong(56, command.high()).putLong(64, command.low());
    bytes[7] = (byte) (last ? EntryHeader.FLAG_LAST : 0);
    return putShort(52, "index within the command", index);
  }

  /** Task. */
  public EntryHeaderEncoder trace(TraceId trace) {
    view.putLong(72, trace.high()).putLong(80, trace.low());
    return this;
  }

  /** Who writes. */
  public EntryHeaderEncoder actor(int packageRef, int pid, byte[] certificate) {
    return putInt(104, "actor ref", packageRef)
        .putInt(108, "actor pid", pid)
        .putBytes(120, "certificate digest", certificate, 32);
  }

  /** Activity in the name table. */
  public EntryHeaderEncoder activity(int ref) {
    return putInt(112, "activity ref", ref);
  }

  /** Subject whose key seals the payload. */
  public EntryHeaderEncoder subject(int ref) {
    return putInt(116, "subject ref", ref);
  }

  /** Keyed digest of the screen, 16 bytes. */
  public EntryHeaderEncoder screen(byte[] digest) {
    return putBytes(152, "screen digest", digest, 16);
  }

  /** The device before and after. */
  public EntryHeaderEncoder device(DeviceState before, DeviceState after) {
    putDevice(168, before);
    putDevice(176, after);
    return this;
  }

  private void putDevice(int offset, DeviceState state) {
    bytes[offset] = (byte) state.battery();
    bytes[offset + 1] = (byte) state.power();
    bytes[offset + 2] = (byte) state.network();
    view.putInt(offset + 4, state.foregroundRef());
  }

  /** A copy of bytes 0 to 183 as they are now. */
  public byte[] sealedContext() {
    return Arrays.copyOf(bytes, EntryHeader.SEALED_CONTEXT_SIZE);
  }

  /**
   * Closes the header over a stored payload and yields the record: digest, link, hash.
   *
   * @param payload the stored payload, of the length given to {@link #payloadLength}
   * @param previousHash the hash of the entry before, zeros for genesis
   */
  public byte[] finish(byte[] payload, byte[] previousHash, EntryHash hash) {
    if (view.getInt(24) != payload.length) {
      throw new VarveException(
          "a payload of " + view.getInt(24) + " bytes was announced, found " + payload.length);
    }
    putBytes(184, "payload digest", hash.ofPayload(bytes[5], payload, 0, payload.length), 32);
    putBytes(216, "previous hash", previousHash, 32);
    putBytes(248, "entry hash", hash.ofHeader(bytes, 0), 32);
    byte[] record = Arrays.copyOf(bytes, EntryHeader.SIZE + payload.length);
    System.arraycopy(payload, 0, record, EntryHeader.SIZE, payload.length);
    return record;
  }
}
