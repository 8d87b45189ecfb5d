package dev.varve.engine.faults;

import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.store.StoreException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which operation of a run fails, counted over a store and a key store together. Not thread-safe.
 */
final class FaultPlan {
  /**
   * One way in which an operation fails.
   *
   * @param failAt the number of the operation that fails, from 1
   * @param afterEffect whether it takes effect all the same
   * @param sticky whether every operation after it fails too, without effect, until {@link
   *     FaultPlan#heal}
   * @param error whether it fails as a mapped page does that is gone, with an {@link InternalError}
   */
  record Fault(int failAt, boolean afterEffect, boolean sticky, boolean error) {
    @Override
    public String toString() {
      return "operation "
          + failAt
          + (afterEffect ? ", after its effect" : ", before its effect")
          + (sticky ? ", and all that follow" : ", once")
          + (error ? ", as an error" : "");
    }
  }

  private final @Nullable Fault fault;
  private int operations;
  private boolean healed;
  private boolean paused;
  private @Nullable String met;

  private FaultPlan(@Nullable Fault fault) {
    this.fault = fault;
  }

  static FaultPlan of(Fault fault) {
    return new FaultPlan(fault);
  }

  /** One in which nothing fails, to count. */
  static FaultPlan none() {
    return new FaultPlan(null);
  }

  /** Neither counts nor fails until {@link #resume}. */
  void pause() {
    paused = true;
  }

  void resume() {
    paused = false;
  }

  /** The medium is in order again. */
  void heal() {
    healed = true;
  }

  /** Operations so far. */
  int operations() {
    return operations;
  }

  /** What failed first, or null. */
  @Nullable String met() {
    return met;
  }

  void store(String name, Runnable operation) {
    run(
        name,
        StoreException::new,
        () -> {
          operation.run();
          return "";
        });
  }

  <T extends @Nullable Object> T store(String name, Supplier<T> operation) {
    return run(name, StoreException::new, operation);
  }

  void keys(String name, Runnable operation) {
    run(
        name,
        KeyStoreException::new,
        () -> {
          operation.run();
          return "";
        });
  }

  <T extends @Nullable Object> T keys(String name, Supplier<T> operation) {
    return run(name, KeyStoreException::new, operation);
  }

  private <T extends @Nullable Object> T run(
      String name, Function<String, RuntimeException> failure, Supplier<T> operation) {
    if (paused) {
      return operation.get();
    }
    operations++;
    Fault planned = fault;
    if (planned == null || healed || operations < planned.failAt()) {
      return operation.get();
    }
    boolean first = operations == planned.failAt();
    if (!first && !planned.sticky()) {
      return operation.get();
    }
    if (first) {
      met = name;
      if (planned.afterEffect()) {
        T unused = operation.get();
      }
    }
    if (planned.error()) {
      throw new InternalError("a page is gone: " + name);
    }
    throw failure.apply("disk on fire: " + name);
  }
}
