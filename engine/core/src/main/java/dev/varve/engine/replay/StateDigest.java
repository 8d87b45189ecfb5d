package dev.varve.engine.replay;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.KeyPurpose;
import dev.varve.engine.seal.KeyedHash;
import java.util.Arrays;

/**
 * The digest of a layer's state: HMAC-SHA256 under the log's digest key over the layer's name and
 * each described item (length, then deterministic CBOR). Keyed, so that nothing printed can be used
 * to test a guess. Not thread-safe.
 */
public final class StateDigest {
  private final KeyedHash items;
  private final KeyedHash names;

  private StateDigest(MemoryLog log) {
    this.items = log.keyedHash(KeyPurpose.DIGESTS);
    this.names = log.keyedHash(KeyPurpose.DIGESTS);
  }

  /** The digest of a projection as it is now: 32 bytes. */
  public static byte[] of(MemoryLog log, Projection projection) {
    StateDigest digest = new StateDigest(log);
    digest.items.updatePart(projection.name().getBytes(java.nio.charset.StandardCharsets.UTF_8));
    projection.describe(digest);
    return digest.items.finish();
  }

  /** Adds the next item. Values stand in it by their commitments, names by {@link #name}. */
  public void item(CborMap item) {
    items.updatePart(item.encode());
  }

  /** What stands for a larger part of an item: the HMAC of its encoding under the same key. */
  public byte[] of(CborMap part) {
    return names.update(part.encode()).finish();
  }

  /** What stands for a name: the first 16 bytes of its HMAC under the same key. */
  public byte[] name(String name) {
    return Arrays.copyOf(names.of(name), 16);
  }
}
