package dev.varve.engine.store.sql;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.StoreException;
import java.util.ArrayList;
import java.util.List;

/** Signed notes in the table {@code note}. Thread-safe. */
final class SqlNotes implements CheckpointNotes {
  private final SqlEntryStore store;

  SqlNotes(SqlEntryStore store) {
    this.store = store;
  }

  @Override
  public List<ByteString> all() {
    List<ByteString> notes = new ArrayList<>();
    store
        .reader()
        .query(
            "SELECT number, note FROM note ORDER BY number",
            row -> {
              byte[] body = row.bytes(1);
              if (row.number(0) != notes.size() + 1L || body == null) {
                throw new StoreException(
                    store.describe() + ": note " + (notes.size() + 1) + " is missing");
              }
              notes.add(ByteString.of(body));
              return true;
            });
    return notes;
  }

  @Override
  public void add(ByteString note) {
    SqlWriter writer = store.writer();
    if (note.length() < 1 || note.length() > MAX_NOTE) {
      throw new StoreException("a note has 1 to " + MAX_NOTE + " bytes, found " + note.length());
    }
    writer.transaction(
        Durability.POWER,
        () -> writer.execute("INSERT INTO note(note) VALUES (?)", (Object) note.toBytes()));
  }
}
