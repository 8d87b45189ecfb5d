package dev.varve.engine.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class GroupCommitTest {
  private final AtomicLong appended = new AtomicLong();

  @Test
  void whoComesDuringAForceIsServedByTheNextOneTogether() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger forces = new AtomicInteger();
    GroupCommit commit =
        new GroupCommit(
            () -> {
              if (forces.incrementAndGet() == 1) {
                begun.countDown();
                uninterrupted(goOn);
              }
            },
            appended::get);
    ExecutorService threads = Executors.newFixedThreadPool(9);
    List<Future<?>> waiting = new ArrayList<>();
    appended.set(1);
    waiting.add(threads.submit(() -> commit.await(1)));
    uninterrupted(begun);
    appended.set(9);
    for (int i = 2; i <= 9; i++) {
      long below = i;
      waiting.add(threads.submit(() -> commit.await(below)));
    }
    assertEquals(0, commit.forcedBelow());
    goOn.countDown();
    for (Future<?> future : waiting) {
      future.get();
    }
    threads.shutdown();
    assertEquals(2, forces.get());
    assertEquals(9, commit.forcedBelow());
  }

  private static void uninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatIsForcedAlreadyIsNotForcedAgain() {
    AtomicInteger forces = new AtomicInteger();
    GroupCommit commit = new GroupCommit(forces::incrementAndGet, appended::get);
    appended.set(5);
    commit.await(3);
    commit.await(5);
    assertEquals(1, forces.get());
    appended.set(6);
    commit.await(6);
    assertEquals(2, forces.get());
  }

  @Test
  void afterAFailedForceNothingIsSaidToBeOnTheDiskAnyMore() {
    StoreException failure = new StoreException("disk on fire");
    AtomicInteger forces = new AtomicInteger();
    GroupCommit commit =
        new GroupCommit(
            () -> {
              if (forces.incrementAndGet() == 2) {
                throw failure;
              }
            },
            appended::get);
    appended.set(1);
    commit.await(1);
    appended.set(2);
    assertSame(failure, assertThrows(StoreException.class, () -> commit.await(2)));
    assertSame(failure, assertThrows(StoreException.class, () -> commit.await(2)));
    assertEquals(2, forces.get());
    assertEquals(1, commit.forcedBelow());
    commit.await(1);
  }

  @Test
  void anInterruptStandsWhenTheWaitIsOver() {
    GroupCommit commit = new GroupCommit(() -> {}, appended::get);
    appended.set(1);
    Thread.currentThread().interrupt();
    commit.await(1);
    assertTrue(Thread.interrupted());
  }
}
