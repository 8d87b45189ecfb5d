package dev.varve.projections.skills;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.ByteString;
import dev.varve.projections.sessions.Action;
import org.jspecify.annotations.Nullable;

/**
 * One step of a procedure.
 *
 * @param action what to do, with the selectors of its target
 * @param activity activity in which it was done, or null
 * @param screen the interned screen on which it was done, 16 bytes, or null
 */
public record SkillStep(Action action, @Nullable String activity, @Nullable ByteString screen) {
  /** Payload: 1 action, 2 activity, 3 screen. */
  CborMap encode() {
    return CborMap.builder()
        .put(1, action.encode())
        .put(2, activity)
        .put(3, screen == null ? null : screen.toBytes())
        .build();
  }

  static SkillStep decode(CborMap m) {
    byte[] screen = m.getBytesOrNull(3);
    return new SkillStep(
        Action.decode(m.getMap(1)),
        m.getStringOrNull(2),
        screen == null ? null : ByteString.of(screen));
  }
}
