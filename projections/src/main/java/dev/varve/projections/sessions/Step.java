package dev.varve.projections.sessions;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.ByteString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an agent did at one moment of a task, and what it saw then.
 *
 * @param atMillis event time, ms
 * @param packageName app in front, or null
 * @param activity activity in front, or null
 * @param screen the screen before the action, or null when none was recorded
 * @param action what was done
 * @param outcome how it went
 * @param error the error, or null
 * @param durationMillis how long it took, -1 unknown
 * @param skill id of the skill that was followed, or null
 * @param skillVersion its version, or null
 * @param touches raw touches as x, y, ms triples, flattened
 * @param inputMethod the keyboard in use, or null
 */
public record Step(
    long atMillis,
    @Nullable String packageName,
    @Nullable String activity,
    @Nullable SeenScreen screen,
    Action action,
    StepOutcome outcome,
    @Nullable String error,
    long durationMillis,
    @Nullable String skill,
    @Nullable String skillVersion,
    List<Long> touches,
    @Nullable String inputMethod) {
  /** Copies the list. */
  public Step {
    touches = List.copyOf(touches);
  }

  /**
   * A screen as a step refers to it: the interned structure, and the texts that were on it.
   *
   * @param id of the interned structure, 16 bytes
   * @param textsHash SHA-256 of the texts, 32 bytes; sealed with the step
   * @param texts by node: (index, text or empty, description or empty) triples, flattened
   */
  public record SeenScreen(ByteString id, ByteString textsHash, List<Object> texts) {
    /** Copies the list. */
    public SeenScreen {
      texts = List.copyOf(texts);
    }

    /** Without the texts. */
    @Override
    public String toString() {
      return "screen " + id.hex();
    }

    CborMap encode() {
      return CborMap.builder()
          .put(1, id.toBytes())
          .put(2, textsHash.toBytes())
          .put(3, texts)
          .build();
    }

    static SeenScreen decode(CborMap m) {
      return new SeenScreen(
          ByteString.of(m.getBytes(1)), ByteString.of(m.getBytes(2)), m.getList(3, Object.class));
    }
  }

  /** What was done and how it went: errors, touches and screens may be private. */
  @Override
  public String toString() {
    return action + ", " + outcome;
  }

  /** Payload keys as listed at {@link SessionEvents#STEP_RECORDED}. */
  CborMap.Builder encode() {
    CborMap.Builder map =
        CborMap.builder()
            .put(2, atMillis)
            .put(3, packageName)
            .put(4, activity)
            .put(5, screen == null ? null : screen.encode())
            .put(6, action.encode())
            .put(7, outcome.number())
            .put(8, error)
            .put(10, skill)
            .put(11, skillVersion)
            .put(12, touches)
            .put(13, inputMethod);
    return durationMillis < 0 ? map : map.put(9, durationMillis);
  }

  static Step decode(CborMap m) {
    CborMap screen = m.getMapOrNull(5);
    return new Step(
        m.getLong(2),
        m.getStringOrNull(3),
        m.getStringOrNull(4),
        screen == null ? null : SeenScreen.decode(screen),
        Action.decode(m.getMap(6)),
        Numbered.of(StepOutcome.values(), m.getInt(7)),
        m.getStringOrNull(8),
        m.getLong(9, -1),
        m.getStringOrNull(10),
        m.getStringOrNull(11),
        m.getList(12, Long.class),
        m.getStringOrNull(13));
  }
}
