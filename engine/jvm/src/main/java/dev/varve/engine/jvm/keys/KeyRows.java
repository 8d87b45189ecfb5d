package dev.varve.engine.jvm.keys;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.SubjectKeyStore.Row;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of a key file, in the heap. Not thread-safe. */
final class KeyRows {
  private record Id(SubjectId subject, int generation) {
    static Id of(Row row) {
      return new Id(row.subject(), row.generation());
    }
  }

  private final Map<Id, ByteString> rows = new HashMap<>();
  private final Map<SubjectId, Integer> last = new HashMap<>();

  /**
   * Takes every whole row from the beginning of {@code bytes}.
   *
   * @param file that they are from, for messages
   * @param offset of the first byte in it
   * @return how many bytes were rows; what follows was never finished
   * @throws KeyStoreException when what follows is damage, or a row stands there twice
   */
  int take(byte[] bytes, Path file, long offset) {
    int at = 0;
    while (at + KeyRow.LENGTH <= bytes.length && KeyRow.isWhole(bytes, at)) {
      Row row = KeyRow.read(bytes, at);
      if (rows.containsKey(Id.of(row))) {
        throw new KeyStoreException(
            file + ": offset " + (offset + at) + ": " + name(row) + " stands there twice");
      }
      add(row);
      at += KeyRow.LENGTH;
    }
    if (at + KeyRow.LENGTH <= bytes.length && !KeyRow.isUnfinished(bytes, at)) {
      throw new KeyStoreException(
          file
              + ": offset "
              + (offset + at)
              + ": expected a row of 84 bytes, its check value is wrong");
    }
    return at;
  }

  private void add(Row row) {
    rows.put(Id.of(row), row.wrapped());
    last.merge(row.subject(), row.generation(), Math::max);
  }

  void addAll(Collection<Row> added) {
    added.forEach(this::add);
  }

  /** Throws when one of them is there already, or twice among them. */
  void requireNew(Collection<Row> added) {
    Set<Id> fresh = new HashSet<>();
    for (Row row : added) {
      if (rows.containsKey(Id.of(row)) || !fresh.add(Id.of(row))) {
        throw new KeyStoreException(name(row) + " is there already");
      }
    }
  }

  private static String name(Row row) {
    return "generation " + row.generation() + " of subject " + row.subject();
  }

  /** What a row holds: nothing once its key was destroyed. Null when there is no such row. */
  @Nullable ByteString get(SubjectId subject, int generation) {
    return rows.get(new Id(subject, generation));
  }

  int lastGeneration(SubjectId subject) {
    return last.getOrDefault(subject, -1);
  }

  List<Row> all() {
    List<Row> all = new ArrayList<>(rows.size());
    rows.forEach((id, wrapped) -> all.add(new Row(id.subject(), id.generation(), wrapped)));
    return all;
  }

  void clear() {
    rows.clear();
    last.clear();
  }

  /** The bytes of rows, one behind the other. */
  static byte[] bytes(Collection<Row> rows) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(rows.size(), KeyRow.LENGTH));
    rows.forEach(row -> bytes.put(KeyRow.of(row)));
    return bytes.array();
  }
}
