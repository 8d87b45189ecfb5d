package dev.varve.engine.seal;

import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A value that has an envelope of its own inside a payload, under a key generation of its own, so
 * that replaying a log never opens it and one version can be forgotten alone.
 *
 * <p>Either <em>fresh</em>, holding content that is about to be sealed, or <em>stored</em>, holding
 * the envelope and where it stands, or <em>carried</em>, holding an envelope whose key is gone: it
 * goes into another entry as it is, and stays shut. Never prints content. Immutable; thread-safe.
 */
public final class SealedValue {
  private final byte @Nullable [] content;
  private final @Nullable Stored stored;
  private final @Nullable Envelope carried;

  private record Stored(SubjectId subject, ByteString context, Envelope envelope) {}

  private SealedValue(
      byte @Nullable [] content, @Nullable Stored stored, @Nullable Envelope carried) {
    this.content = content;
    this.stored = stored;
    this.carried = carried;
  }

  /** A value to be sealed by the append that its event is part of. */
  public static SealedValue fresh(CborMap content) {
    return new SealedValue(content.encode(), null, null);
  }

  /** A value as it stands in an entry. */
  public static SealedValue stored(SubjectId subject, byte[] context, Envelope envelope) {
    return new SealedValue(null, new Stored(subject, ByteString.of(context), envelope), null);
  }

  /** An envelope that nobody can open any more, to stand in another entry as it is. */
  public static SealedValue carried(Envelope envelope) {
    return new SealedValue(null, null, envelope);
  }

  /** Whether it is an envelope that is only passed on. */
  public boolean isCarried() {
    return carried != null;
  }

  /** Whether it stands in an entry, so that it can be opened and not be sealed again. */
  public boolean isStored() {
    return stored != null;
  }

  /** Bytes that the envelope has or will have. */
  public int envelopeSize() {
    if (carried != null) {
      return carried.raw().length;
    }
    return stored == null ? fresh().length + Envelope.OVERHEAD : stored.envelope.raw().length;
  }

  /** Seals a fresh value for one entry. */
  public byte[] seal(PayloadSealer sealer, byte[] context, SubjectId subject, int generation) {
    return sealer.seal(context, subject, generation, fresh());
  }

  /** Whose key a stored value is sealed under. */
  public SubjectId subject() {
    return requireStored().subject;
  }

  /** Key generation of a stored value. */
  public int generation() {
    return requireStored().envelope.generation();
  }

  /** Commitment of a stored value. */
  public byte[] commitment() {
    return requireStored().envelope.commitment();
  }

  /** The envelope of a stored or carried value. */
  public byte[] envelope() {
    return carried != null ? carried.toBytes() : requireStored().envelope.toBytes();
  }

  /**
   * Opens a stored value.
   *
   * @return its content, or null when its key is gone
   * @throws SealBrokenException when the envelope is not authentic
   */
  public @Nullable CborMap open(PayloadSealer sealer) {
    Stored at = requireStored();
    byte[] cbor = sealer.open(at.context.toBytes(), at.subject, at.envelope);
    if (cbor == null) {
      return null;
    }
    CborMap map = CborMap.decode(cbor);
    Arrays.fill(cbor, (byte) 0);
    return map;
  }

  private byte[] fresh() {
    if (content == null) {
      throw new VarveException("this value is sealed already");
    }
    return content;
  }

  private Stored requireStored() {
    if (stored == null) {
      throw new VarveException("this value is not sealed yet");
    }
    return stored;
  }

  @Override
  public String toString() {
    return stored == null ? "a value to be sealed" : "sealed value, generation " + generation();
  }
}
