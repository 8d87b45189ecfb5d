package dev.varve.engine.faults;

import dev.varve.engine.ForwardingStore;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.SnapshotSlot;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store each of whose operations is one that a {@link FaultPlan} can let fail. */
final class FaultInjectingStore extends ForwardingStore {
  private final Medium medium;
  private final FaultPlan plan;
  private boolean closed;

  FaultInjectingStore(Medium medium, EntryStore store, FaultPlan plan) {
    super(store);
    this.medium = medium;
    this.plan = plan;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
    super.close();
  }

  @Override
  public long size() {
    return plan.store("size", store::size);
  }

  /** Record by record, so that a command can be torn anywhere. */
  @Override
  public void append(List<byte[]> records) {
    for (byte[] record : records) {
      plan.store("append", () -> store.append(record));
    }
  }

  @Override
  public void force() {
    long reached = store.size();
    plan.store("force", store::force);
    medium.forced(reached);
  }

  @Override
  public EntryCursor cursor(long from) {
    EntryCursor cursor = plan.store("cursor", () -> store.cursor(from));
    return new EntryCursor() {
      @Override
      public byte @Nullable [] next() {
        // After its effect would be a record that was read and lost; a cursor fails before it.
        plan.store("read", () -> {});
        return cursor.next();
      }

      @Override
      public void close() {
        cursor.close();
      }
    };
  }

  @Override
  public void carve(Consumer<byte[]> found) {
    plan.store("carve", () -> store.carve(found));
  }

  @Override
  public CheckpointNotes notes() {
    CheckpointNotes notes = store.notes();
    return new CheckpointNotes() {
      @Override
      public List<ByteString> all() {
        return plan.store("notes", notes::all);
      }

      @Override
      public void add(ByteString note) {
        plan.store("add note", () -> notes.add(note));
      }
    };
  }

  @Override
  public SnapshotSlot snapshots() {
    SnapshotSlot slot = store.snapshots();
    return new SnapshotSlot() {
      @Override
      public byte @Nullable [] read() {
        return plan.<byte @Nullable []>store("read snapshot", slot::read);
      }

      @Override
      public void replace(byte[] snapshot) {
        plan.store("replace snapshot", () -> slot.replace(snapshot));
      }

      @Override
      public void clear() {
        plan.store("clear snapshot", slot::clear);
      }
    };
  }

  @Override
  public CommandIndex commandIndex() {
    CommandIndex index = store.commandIndex();
    return new CommandIndex() {
      @Override
      public long indexedBelow() {
        return index.indexedBelow();
      }

      @Override
      public @Nullable Span find(CommandId id) {
        return plan.<@Nullable Span>store("find command", () -> index.find(id));
      }

      @Override
      public @Nullable CommandId occupantOf(CommandId id) {
        return plan.<@Nullable CommandId>store("find slot", () -> index.occupantOf(id));
      }

      @Override
      public void add(CommandId id, Span span) {
        plan.store("index command", () -> index.add(id, span));
      }

      @Override
      public void flush() {
        plan.store("flush index", index::flush);
      }

      @Override
      public void clear() {
        plan.store("clear index", index::clear);
      }
    };
  }

  @Override
  public String describe() {
    return "faulty store";
  }
}
