package dev.varve.engine.command;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events that become visible together or not at all.
 *
 * @param id makes it idempotent
 * @param slotted whether another command of the same slot (the id's first half) is a conflict
 * @param context circumstances of all its entries
 * @param expectedHead hash of the last entry of the last complete command, which it must follow, or
 *     null when any will do
 * @param expectations versions that streams must have
 * @param events at least one, in order
 */
public record Command(
    CommandId id,
    boolean slotted,
    Context context,
    @Nullable ByteString expectedHead,
    List<ExpectedVersion> expectations,
    List<NewEvent> events) {
  /** Copies the lists. */
  public Command {
    expectations = List.copyOf(expectations);
    events = List.copyOf(events);
  }

  /** A command without expectations. */
  public static Command of(CommandId id, Context context, List<NewEvent> events) {
    return new Command(id, false, context, null, List.of(), events);
  }

  /** The same, expecting these stream versions. */
  public Command expecting(List<ExpectedVersion> versions) {
    return new Command(id, slotted, context, expectedHead, versions, events);
  }

  /** The same, to follow the entry with this hash, with no complete command in between. */
  public Command following(ByteString head) {
    return new Command(id, slotted, context, head, expectations, events);
  }

  /** The same, with a slotted id. */
  public Command inSlot() {
    return new Command(id, true, context, expectedHead, expectations, events);
  }
}
