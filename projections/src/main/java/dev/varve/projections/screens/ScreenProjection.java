package dev.varve.projections.screens;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.replay.Projection;
import dev.varve.engine.replay.StateDigest;
import dev.varve.projections.screens.ScreenEvent.ScreenInterned;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which screens were met: their ids, main hashes and entries. The structures stay in the log. Only
 * screens that are readable and have resource ids are known again by their main hash alone (see
 * {@link ScreenComparison}). Not thread-safe: whoever holds it brings the lock.
 */
public final class ScreenProjection implements Projection {
  private record Known(ByteString mainKey, long sequence) {}

  private final Map<ByteString, Known> byId = new LinkedHashMap<>();
  private final Set<ByteString> mainKeys = new HashSet<>();

  /** What is compared at the exact tier: the back-end's number (1 byte) and the main hash. */
  public static ByteString mainKey(ScreenHashes hashes) {
    return mainKey(hashes.backend(), hashes.main());
  }

  private static ByteString mainKey(CaptureBackend backend, byte[] mainHash) {
    return ByteString.of(
        ByteBuffer.allocate(1 + mainHash.length)
            .put((byte) backend.number())
            .put(mainHash)
            .array());
  }

  @Override
  public String name() {
    return "screens";
  }

  @Override
  public void apply(CommittedEntry entry, MemoryEvent event) {
    if (event instanceof ScreenInterned interned) {
      ScreenStructure structure = interned.structure();
      ByteString key = mainKey(structure.backend(), interned.mainHash().toBytes());
      byId.putIfAbsent(interned.id(), new Known(key, entry.sequence()));
      if (!structure.marks().contains(CaptureMark.UNREADABLE) && isIdentified(structure)) {
        mainKeys.add(key);
      }
    }
  }

  private static boolean isIdentified(ScreenStructure structure) {
    for (int id : structure.column(Column.RESOURCE_ID)) {
      if (id != 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether the structure of this id is in the log. */
  public boolean isInterned(ByteString id) {
    return byId.containsKey(id);
  }

  /** The {@link #mainKey} of an interned screen that can be known again, or null. */
  public @Nullable ByteString mainKeyOf(ByteString id) {
    Known known = byId.get(id);
    return known == null || !mainKeys.contains(known.mainKey) ? null : known.mainKey;
  }

  /** Whether a screen with this {@link #mainKey} was met that can be known again. */
  public boolean isKnown(ByteString mainKey) {
    return mainKeys.contains(mainKey);
  }

  @Override
  public long size() {
    return byId.size();
  }

  @Override
  public void describe(StateDigest digest) {
    for (Map.Entry<ByteString, Known> entry : byId.entrySet()) {
      digest.item(
          CborMap.builder()
              .put(1, entry.getKey().toBytes())
              .put(2, entry.getValue().mainKey.toBytes())
              .put(3, entry.getValue().sequence)
              .build());
    }
  }
}
