package dev.varve.engine.store.sql;

import dev.varve.engine.store.Durability;
import dev.varve.engine.store.SnapshotSlot;
import dev.varve.engine.store.StoreException;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The snapshot in the table {@code snapshot}, in parts, since a phone reads no row of more than two
 * megabytes. Thread-safe.
 */
final class SqlSnapshotSlot implements SnapshotSlot {
  private static final int PART = 1 << 18;

  private final SqlEntryStore store;

  SqlSnapshotSlot(SqlEntryStore store) {
    this.store = store;
  }

  @Override
  public byte @Nullable [] read() {
    SqlDatabase reader = store.reader();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long[] parts = {0};
    try {
      reader.query(
          "SELECT part, bytes FROM snapshot ORDER BY part",
          row -> {
            byte[] part = row.bytes(1);
            if (row.number(0) != parts[0]) {
              throw new StoreException(
                  store.describe() + ": part " + parts[0] + " of the snapshot is missing");
            }
            if (part != null) {
              bytes.write(part, 0, part.length);
            }
            parts[0]++;
            return true;
          });
    } catch (StoreException e) {
      // It can be made anew; whoever reads the log anyway finds out whether the disk is broken.
      return null;
    }
    return parts[0] == 0 ? null : bytes.toByteArray();
  }

  @Override
  public void replace(byte[] snapshot) {
    SqlWriter writer = store.writer();
    writer.transaction(
        Durability.PROCESS,
        () -> {
          writer.execute("DELETE FROM snapshot");
          long part = 0;
          int from = 0;
          do {
            int to = Math.min(snapshot.length, from + PART);
            writer.execute(
                "INSERT INTO snapshot(part, bytes) VALUES (?, ?)",
                part++,
                Arrays.copyOfRange(snapshot, from, to));
            from = to;
          } while (from < snapshot.length);
        });
  }

  @Override
  public void clear() {
    SqlWriter writer = store.writer();
    writer.transaction(Durability.POWER, () -> writer.execute("DELETE FROM snapshot"));
    writer.emptyWriteAheadLog();
  }
}
