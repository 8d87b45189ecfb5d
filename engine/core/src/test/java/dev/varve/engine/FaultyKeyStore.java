package dev.varve.engine;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.MemorySubjectKeyStore;
import dev.varve.engine.seal.SubjectKeyStore;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A key store that counts, and fails when told to. */
public final class FaultyKeyStore implements SubjectKeyStore {
  private final MemorySubjectKeyStore store = new MemorySubjectKeyStore();

  /** Rows added so far. */
  public int rows;

  /** Forces so far. */
  public int forces;

  /** Whether the next put fails. */
  public boolean failPut;

  /** Whether the next force fails. */
  public boolean failForce;

  /** How often it was closed. */
  public int closed;

  private static void failIf(boolean fails) {
    if (fails) {
      throw new KeyStoreException("key disk on fire");
    }
  }

  /** Erases a key. */
  public void remove(SubjectId subject, int generation) {
    store.remove(subject, generation);
  }

  /** Flips a bit of a wrapped key. */
  public void damage(SubjectId subject, int generation) {
    byte[] wrapped = Objects.requireNonNull(store.get(subject, generation));
    wrapped[20] ^= 1;
    store.remove(subject, generation);
    store.put(List.of(new Row(subject, generation, ByteString.of(wrapped))));
  }

  @Override
  public byte @Nullable [] get(SubjectId subject, int generation) {
    return store.get(subject, generation);
  }

  @Override
  public int lastGeneration(SubjectId subject) {
    return store.lastGeneration(subject);
  }

  @Override
  public void put(List<Row> added) {
    boolean fails = failPut;
    failPut = false;
    failIf(fails);
    store.put(added);
    rows += added.size();
  }

  @Override
  public void force() {
    boolean fails = failForce;
    failForce = false;
    failIf(fails);
    forces++;
    store.force();
  }

  @Override
  public byte @Nullable [] wrappingKey() {
    return store.wrappingKey();
  }

  @Override
  public void putWrappingKey(byte[] wrapped) {
    store.putWrappingKey(wrapped);
  }

  @Override
  public String describe() {
    return "faulty key store";
  }

  @Override
  public void close() {
    closed++;
    store.close();
  }

  /** Whether the next replacement of everything fails, before it takes effect. */
  public boolean failReplace;

  @Override
  public List<Row> rows() {
    return store.rows();
  }

  @Override
  public void replaceAll(byte[] wrappingKey, List<Row> survivors) {
    boolean fails = failReplace;
    failReplace = false;
    failIf(fails);
    store.replaceAll(wrappingKey, survivors);
  }
}
