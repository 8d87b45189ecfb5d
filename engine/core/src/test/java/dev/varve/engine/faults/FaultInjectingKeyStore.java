package dev.varve.engine.faults;

import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.seal.MemorySubjectKeyStore;
import dev.varve.engine.seal.SubjectKeyStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A key store each of whose operations is one that a {@link FaultPlan} can let fail. */
final class FaultInjectingKeyStore implements SubjectKeyStore {
  private final Medium medium;
  private final MemorySubjectKeyStore store;
  private final FaultPlan plan;
  private boolean closed;

  FaultInjectingKeyStore(Medium medium, FaultPlan plan) {
    this.medium = medium;
    this.store = medium.keys();
    this.plan = plan;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public byte @Nullable [] get(SubjectId subject, int generation) {
    return plan.<byte @Nullable []>keys("read key", () -> store.get(subject, generation));
  }

  @Override
  public int lastGeneration(SubjectId subject) {
    return plan.keys("read generation", () -> store.lastGeneration(subject));
  }

  @Override
  public void put(List<Row> rows) {
    plan.keys(
        "put keys",
        () -> {
          store.put(rows);
          medium.added(rows);
        });
  }

  @Override
  public List<Row> rows() {
    return plan.keys("read keys", store::rows);
  }

  @Override
  public void replaceAll(byte[] wrappingKey, List<Row> rows) {
    plan.keys(
        "replace keys",
        () -> {
          store.replaceAll(wrappingKey, rows);
          medium.keysForced();
        });
  }

  @Override
  public int changes() {
    return store.changes();
  }

  @Override
  public void force() {
    plan.keys("force keys", store::force);
    medium.keysForced();
  }

  @Override
  public byte @Nullable [] wrappingKey() {
    return plan.<byte @Nullable []>keys("read wrapping key", store::wrappingKey);
  }

  @Override
  public void putWrappingKey(byte[] wrapped) {
    plan.keys("put wrapping key", () -> store.putWrappingKey(wrapped));
  }

  @Override
  public String describe() {
    return "faulty key store";
  }

  @Override
  public void close() {
    closed = true;
    store.close();
  }
}
