package dev.varve.engine.store.memory;

import dev.varve.engine.entry.CommandId;
import dev.varve.engine.store.CommandIndex;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A command index in the heap, empty at each opening. Thread-safe. */
public final class MemoryCommandIndex implements CommandIndex {
  private final TreeMap<CommandId, Span> commands = new TreeMap<>();
  private long indexedBelow;

  @Override
  public synchronized long indexedBelow() {
    return indexedBelow;
  }

  @Override
  public synchronized @Nullable Span find(CommandId id) {
    return commands.get(id);
  }

  @Override
  public synchronized @Nullable CommandId occupantOf(CommandId id) {
    CommandId occupant = commands.ceilingKey(new CommandId(id.high(), 0));
    return occupant != null && occupant.high() == id.high() ? occupant : null;
  }

  @Override
  public synchronized void add(CommandId id, Span span) {
    commands.put(id, span);
    indexedBelow = Math.max(indexedBelow, span.last() + 1);
  }

  @Override
  public void flush() {
    // The heap is all there is.
  }

  @Override
  public synchronized void clear() {
    commands.clear();
    indexedBelow = 0;
  }
}
