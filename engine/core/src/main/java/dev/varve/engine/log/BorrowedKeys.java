package dev.varve.engine.log;

import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.seal.SubjectKeyStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A key store that its borrower does not close. */
final class BorrowedKeys implements SubjectKeyStore {
  private final SubjectKeyStore keys;

  BorrowedKeys(SubjectKeyStore keys) {
    this.keys = keys;
  }

  @Override
  public byte @Nullable [] get(SubjectId subject, int generation) {
    return keys.get(subject, generation);
  }

  @Override
  public int lastGeneration(SubjectId subject) {
    return keys.lastGeneration(subject);
  }

  @Override
  public void put(List<Row> rows) {
    keys.put(rows);
  }

  @Override
  public List<Row> rows() {
    return keys.rows();
  }

  @Override
  public void replaceAll(byte[] wrappingKey, List<Row> rows) {
    keys.replaceAll(wrappingKey, rows);
  }

  @Override
  public int changes() {
    return keys.changes();
  }

  @Override
  public void force() {
    keys.force();
  }

  @Override
  public byte @Nullable [] wrappingKey() {
    return keys.wrappingKey();
  }

  @Override
  public void putWrappingKey(byte[] wrapped) {
    keys.putWrappingKey(wrapped);
  }

  @Override
  public String describe() {
    return keys.describe();
  }

  @Override
  public void close() {
    // The lender does.
  }
}
