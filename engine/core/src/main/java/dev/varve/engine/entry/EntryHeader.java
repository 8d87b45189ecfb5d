package dev.varve.engine.entry;

import dev.varve.engine.VarveException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The header of an entry: 280 bytes, big-endian, verifiable without the payload that follows it.
 *
 * <pre>
 *  off size field
 *    0    4 magic "VRV1"
 *    4    1 format version (1)
 *    5    1 hash algorithm (1 = SHA-256, 2 = SHA-512/256)
 *    6    1 seal algorithm (1 = AES-256-GCM)
 *    7    1 flags (bit 0: last entry of its command; other bits 0)
 *    8    8 sequence
 *   16    4 epoch
 *   20    2 event type
 *   22    2 schema version
 *   24    4 stored payload length
 *   28    4 boot count
 *   32   16 stream id (in genesis: the log id)
 *   48    4 stream version
 *   52    2 index within the command
 *   54    2 reserved, 0
 *   56   16 command id
 *   72   16 trace id (zero: none)
 *   88    8 wall clock, ms since 1970 (untrusted)
 *   96    8 elapsed real time since boot, ns
 *  104    4 actor package ref
 *  108    4 actor pid
 *  112    4 activity ref
 *  116    4 subject ref
 *  120   32 actor's signing certificate, SHA-256 (zero: none)
 *  152   16 screen digest, keyed (zero: none)
 *  168    8 device before: battery, power, network, reserved, foreground ref (4)
 *  176    8 device after (same)
 *  184   32 payload digest: SHA-256 of the stored bytes
 *  216   32 previous entry hash (zero in genesis)
 *  248   32 entry hash = SHA-256(0x00 || bytes 0..247)
 * </pre>
 *
 * <p>Integers are never negative: the top bit of those of 4 and 8 bytes is 0, those of 1 and 2
 * bytes are read without sign. Instances are immutable and thread-safe; the getters read the bytes
 * and check nothing, {@link #defect()} checks the form and comes first.
 */
public final class EntryHeader {
  /** Bytes of a header. */
  public static final int SIZE = 280;

  /** Bytes of the header that are additional data of the payload's seal. */
  public static final int SEALED_CONTEXT_SIZE = 184;

  /** Bytes that the entry hash covers. */
  public static final int HASHED_SIZE = 248;

  /**
   * Longest stored payload, envelope included: a row that an Android cursor window can still read.
   */
  public static final int MAX_PAYLOAD = 512 * 1024;

  /** {@code VRV1}. */
  public static final int MAGIC = 0x56525631;

  /** The format written by this version. */
  public static final int FORMAT = 1;

  /** Hash algorithm 1: SHA-256. */
  public static final int HASH_SHA256 = 1;

  /** Hash algorithm 2: SHA-512/256. */
  public static final int HASH_SHA512_256 = 2;

  /** Seal algorithm 1: AES-256-GCM. */
  public static final int SEAL_AES_256_GCM = 1;

  static final int FLAG_LAST = 1;

  private static final int[] INTEGERS = {16, 24, 28, 48, 104, 108, 112, 116, 172, 180};
  private static final int[] LONG_INTEGERS = {8, 88, 96};
  private static final int[] DEVICES = {168, 176};

  private final byte[] bytes;
  private final ByteBuffer view;

  private EntryHeader(byte[] bytes) {
    this.bytes = bytes;
    this.view = ByteBuffer.wrap(bytes);
  }

  /**
   * The header at the start of a record.
   *
   * @throws VarveException when fewer than 280 bytes are there
   */
  public static EntryHeader of(byte[] record) {
    if (record.length < SIZE) {
      throw new VarveException("an entry has 280 bytes of header, found " + record.length);
    }
    return new EntryHeader(Arrays.copyOf(record, SIZE));
  }

  /** A copy of the 280 bytes. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** A copy of bytes 0 to 183, to which the payload's seal is bound. */
  public byte[] sealedContext() {
    return Arrays.copyOf(bytes, SEALED_CONTEXT_SIZE);
  }

  /** Format version. */
  public int format() {
    return bytes[4] & 0xff;
  }

  /** Hash algorithm. */
  public int hashAlgorithm() {
    return bytes[5] & 0xff;
  }

  /** Seal algorithm. */
  public int sealAlgorithm() {
    return bytes[6] & 0xff;
  }

  /** Whether the command is complete with this entry. */
  public boolean isLastOfCommand() {
    return (bytes[7] & FLAG_LAST) != 0;
  }

  /** Place in the log. */
  public long sequence() {
    return view.getLong(8);
  }

  /** Epoch that the sequence belongs to. */
  public int epoch() {
    return view.getInt(16);
  }

  /** Epoch and sequence. */
  public LogPosition position() {
    return new LogPosition(epoch(), sequence());
  }

  /** Stable number of the event's type. */
  public int eventType() {
    return view.getShort(20) & 0xffff;
  }

  /** Schema version that the payload was written in. */
  public int schemaVersion() {
    return view.getShort(22) & 0xffff;
  }

  /** Bytes of stored payload behind the header. */
  public int payloadLength() {
    return view.getInt(24);
  }

  /** How often the device was booted; 0 where nobody counts. */
  public int bootCount() {
    return view.getInt(28);
  }

  /** Stream of the entry. */
  public StreamId stream() {
    return new StreamId(view.getLong(32), view.getLong(40));
  }

  /** Place of the entry in its stream, from 0. */
  public int streamVersion() {
    return view.getInt(48);
  }

  /** Place of the entry in its command, from 0. */
  public int commandIndex() {
    return view.getShort(52) & 0xffff;
  }

  /** Command that the entry belongs to. */
  public CommandId command() {
    return new CommandId(view.getLong(56), view.getLong(64));
  }

  /** Task that the entry belongs to. */
  public TraceId trace() {
    return new TraceId(view.getLong(72), view.getLong(80));
  }

  /** Wall clock of the writer, ms since 1970; untrusted. */
  public long wallMillis() {
    return view.getLong(88);
  }

  /** Time since boot at the writer, ns. */
  public long elapsedNanos() {
    return view.getLong(96);
  }

  /** The actor's package in the name table. */
  public int actorRef() {
    return view.getInt(104);
  }

  /** The actor's process id. */
  public int actorPid() {
    return view.getInt(108);
  }

  /** The activity in the name table; 0 for none. */
  public int activityRef() {
    return view.getInt(112);
  }

  /** The subject whose key seals the payload; 0 is the log. */
  public int subjectRef() {
    return view.getInt(116);
  }

  /** SHA-256 of the actor's signing certificate; zeros for none. */
  public byte[] actorCertificate() {
    return Arrays.copyOfRange(bytes, 120, 152);
  }

  /** Keyed digest of the screen; zeros for none. */
  public byte[] screenDigest() {
    return Arrays.copyOfRange(bytes, 152, 168);
  }

  /** The device before the event. */
  public DeviceState deviceBefore() {
    return deviceAt(168);
  }

  /** The device after the event. */
  public DeviceState deviceAfter() {
    return deviceAt(176);
  }

  private DeviceState deviceAt(int offset) {
    return new DeviceState(
        bytes[offset] & 0xff,
        bytes[offset + 1] & 0xff,
        bytes[offset + 2] & 0xff,
        view.getInt(offset + 4));
  }

  /** SHA-256 of the stored payload, as the header states it. */
  public byte[] payloadDigest() {
    return Arrays.copyOfRange(bytes, 184, 216);
  }

  /** Hash of the entry before, as the header states it. */
  public byte[] previousHash() {
    return Arrays.copyOfRange(bytes, 216, 248);
  }

  /** Whether {@link #previousHash} is {@code hash}, 32 bytes; copies nothing. */
  public boolean follows(byte[] hash) {
    return Arrays.equals(bytes, 216, 248, hash, 0, 32);
  }

  /** Whether {@link #payloadDigest} is {@code hash}, 32 bytes; copies nothing. */
  public boolean fits(byte[] hash) {
    return Arrays.equals(bytes, 184, 216, hash, 0, 32);
  }

  /** Whether {@link #entryHash} is {@code hash}, 32 bytes; copies nothing. */
  public boolean states(byte[] hash) {
    return Arrays.equals(bytes, 248, 280, hash, 0, 32);
  }

  /** Hash of this entry, as the header states it. */
  public byte[] entryHash() {
    return Arrays.copyOfRange(bytes, 248, 280);
  }

  /**
   * What is wrong with the form of the header, or null: magic, versions, flags, reserved bytes,
   * signs. Place in the chain and hashes are the verifier's business.
   */
  public @Nullable String defect() {
    if (view.getInt(0) != MAGIC) {
      return "magic is not VRV1";
    }
    if (format() != FORMAT) {
      return "format version " + format() + ", this version reads " + FORMAT;
    }
    if (!isHash(hashAlgorithm())) {
      return "unknown hash algorithm " + hashAlgorithm();
    }
    if (sealAlgorithm() != SEAL_AES_256_GCM) {
      return "unknown seal algorithm " + sealAlgorithm();
    }
    if ((bytes[7] & ~FLAG_LAST) != 0) {
      return "unknown flags " + (bytes[7] & 0xff);
    }
    if (view.getShort(54) != 0 || bytes[171] != 0 || bytes[179] != 0) {
      return "a reserved byte is not 0";
    }
    for (int offset : INTEGERS) {
      if (view.getInt(offset) < 0) {
        return "negative integer at offset " + offset;
      }
    }
    if (payloadLength() > MAX_PAYLOAD) {
      return "payload of " + payloadLength() + " bytes, at most " + MAX_PAYLOAD + " are allowed";
    }
    for (int offset : LONG_INTEGERS) {
      if (view.getLong(offset) < 0) {
        return "negative integer at offset " + offset;
      }
    }
    for (int offset : DEVICES) {
      int battery = bytes[offset] & 0xff;
      if (battery > 100 && battery != DeviceState.BATTERY_UNKNOWN) {
        return "battery " + battery + " at offset " + offset;
      }
    }
    return null;
  }

  /** Whether a number is a hash algorithm of this version. */
  public static boolean isHash(int algorithm) {
    return algorithm == HASH_SHA256 || algorithm == HASH_SHA512_256;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EntryHeader header && Arrays.equals(bytes, header.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "entry " + sequence() + " type " + eventType();
  }
}
