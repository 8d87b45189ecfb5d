package dev.varve.jmh;

import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.verify.Evidence;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.VerificationReport;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Verifying an open log in files, Merkle root included, beside its floor: SHA-256 over the same
 * header and payload bytes, each once, from the heap, on as many threads.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgsAppend = {
      // The first lets JDK 17 pass over the last, which it does not know.
      "-XX:+IgnoreUnrecognizedVMOptions",
      "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
      "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
      "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
      "--enable-native-access=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow",
      "-Dchronicle.announcer.disable=true"
    })
public class Verification {
  /** Some 60 MB of records, in files and in the heap. */
  @State(Scope.Benchmark)
  public static class Written {
    private static final int ENTRIES = 100_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<byte[]> records = new ArrayList<>();
    private LargeLog log;
    private EntryStore store;

    @Setup(Level.Trial)
    public void make() {
      log = LargeLog.of(ENTRIES);
      store = log.store();
      try (EntryCursor cursor = store.cursor(0)) {
        byte[] record;
        while ((record = cursor.next()) != null) {
          records.add(record);
        }
      }
    }

    @TearDown(Level.Trial)
    public void delete() {
      threads.shutdown();
      store.close();
      log.close();
    }

    private VerificationReport verify(int threads) {
      return LogVerifier.verify(store, Evidence.NONE, threads);
    }
  }

  /** How many threads take part. */
  @State(Scope.Benchmark)
  public static class Helped {
    @Param({"1", "2"})
    int threads;
  }

  /** The verifier. */
  @Benchmark
  public VerificationReport verify(Written written, Helped helped) {
    return written.verify(helped.threads);
  }

  /** Floor: the two SHA-256 of each entry, an equal part of them on each thread. */
  @Benchmark
  public int sha256(Written written, Helped helped) {
    List<byte[]> records = written.records;
    int part = (records.size() + helped.threads - 1) / helped.threads;
    return IntStream.range(0, helped.threads)
        .mapToObj(i -> records.subList(i * part, Math.min((i + 1) * part, records.size())))
        .map(some -> CompletableFuture.supplyAsync(() -> hash(some), written.threads))
        .toList()
        .stream()
        .mapToInt(CompletableFuture::join)
        .sum();
  }

  private static int hash(List<byte[]> records) {
    MessageDigest sha256 = Crypto.platform().sha256();
    int sum = 0;
    for (byte[] record : records) {
      sha256.update((byte) 0);
      sha256.update(record, 0, EntryHeader.HASHED_SIZE);
      sum += sha256.digest()[0];
      sha256.update(record, EntryHeader.SIZE, record.length - EntryHeader.SIZE);
      sum += sha256.digest()[0];
    }
    return sum;
  }
}
