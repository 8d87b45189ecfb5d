package dev.varve.engine.seal;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows in the heap, for tests and for logs that need not outlive the process. Thread-safe. */
public final class MemorySubjectKeyStore implements SubjectKeyStore {
  private record Id(SubjectId subject, int generation) {}

  private final Map<Id, byte[]> rows = new HashMap<>();
  private final Map<SubjectId, Integer> last = new HashMap<>();
  private byte @Nullable [] wrappingKey;

  @Override
  public synchronized byte @Nullable [] get(SubjectId subject, int generation) {
    byte[] wrapped = rows.get(new Id(subject, generation));
    return wrapped == null ? null : wrapped.clone();
  }

  @Override
  public synchronized int lastGeneration(SubjectId subject) {
    return last.getOrDefault(subject, -1);
  }

  @Override
  public synchronized void put(List<Row> added) {
    Set<Id> ids = new HashSet<>();
    for (Row row : added) {
      Id id = new Id(row.subject(), row.generation());
      if (rows.containsKey(id) || !ids.add(id)) {
        throw new KeyStoreException(
            "generation "
                + row.generation()
                + " of subject "
                + row.subject()
                + " is there already");
      }
    }
    for (Row row : added) {
      rows.put(new Id(row.subject(), row.generation()), row.wrapped().toBytes());
      last.merge(row.subject(), row.generation(), Math::max);
    }
  }

  @Override
  public synchronized List<Row> rows() {
    List<Row> all = new ArrayList<>();
    rows.forEach(
        (id, wrapped) -> all.add(new Row(id.subject(), id.generation(), ByteString.of(wrapped))));
    return all;
  }

  @Override
  public synchronized void replaceAll(byte[] newWrappingKey, List<Row> survivors) {
    wrappingKey = newWrappingKey.clone();
    rows.clear();
    last.clear();
    put(survivors);
  }

  /** Forgets one row. */
  public synchronized void remove(SubjectId subject, int generation) {
    rows.remove(new Id(subject, generation));
  }

  @Override
  public void force() {}

  @Override
  public synchronized byte @Nullable [] wrappingKey() {
    return wrappingKey == null ? null : wrappingKey.clone();
  }

  @Override
  public synchronized void putWrappingKey(byte[] wrapped) {
    if (wrappingKey != null) {
      throw new KeyStoreException("there is a wrapping key already");
    }
    wrappingKey = wrapped.clone();
  }

  @Override
  public String describe() {
    return "memory key store";
  }

  @Override
  public void close() {}
}
