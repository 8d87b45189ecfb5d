package dev.varve.engine.log;

import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.ForwardingStore;
import dev.varve.engine.LogFixture;
import dev.varve.engine.command.Command;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.memory.MemoryCommandIndex;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An index is not believed: neither what it knows nor that it knows nothing. */
final class CommandDirectoryTest {
  /** Forgets everything, or answers with another place, when told to. */
  private static final class BadIndex implements CommandIndex {
    private MemoryCommandIndex index = new MemoryCommandIndex();
    private @Nullable Span lie;

    @Override
    public long indexedBelow() {
      return index.indexedBelow();
    }

    @Override
    public @Nullable Span find(CommandId id) {
      return lie != null ? lie : index.find(id);
    }

    @Override
    public @Nullable CommandId occupantOf(CommandId id) {
      return index.occupantOf(id);
    }

    @Override
    public void add(CommandId id, Span span) {
      index.add(id, span);
    }

    @Override
    public void flush() {}

    @Override
    public void clear() {
      lie = null;
      index.clear();
    }
  }

  private final LogFixture fixture = new LogFixture();
  private final BadIndex index = new BadIndex();
  private final MemoryLog log =
      fixture.create(
          new ForwardingStore(fixture.store) {
            @Override
            public CommandIndex commandIndex() {
              return index;
            }
          });

  @Test
  void anIndexThatHasForgottenIsMadeAnewBeforeItIsBelieved() {
    Command known = command(log, note("once"));
    log.writer().append(known);
    index.index = new MemoryCommandIndex();
    assertTrue(log.writer().append(known).repeated());
    Command slotted = command(log, note("slot"));
    log.writer().append(slotted);
    index.index = new MemoryCommandIndex();
    assertTrue(slotted.id().equals(log.writer().occupantOf(slotted.id())));
  }

  @Test
  void aPlaceThatIsNotTheCommandsIsNoRepetition() {
    log.writer().append(command(log, note("first")));
    for (CommandIndex.Span lie :
        new CommandIndex.Span[] {
          new CommandIndex.Span(0, 0), new CommandIndex.Span(2, 90), new CommandIndex.Span(-1, 2)
        }) {
      index.lie = lie;
      assertFalse(log.writer().append(command(log, note("new"))).repeated());
    }
  }
}
