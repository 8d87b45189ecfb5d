package dev.varve.jmh;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.tree.InclusionProof;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * Proving that an entry, another one each time, is in an open log of a million, beside what the
 * checker of the proof does: the hashes from the leaf up to the root.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
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
public class Proving {
  /** An open log, and a proof from it. */
  @State(Scope.Benchmark)
  public static class Open {
    @Param("1000000")
    int entries;

    private final SplittableRandom random = new SplittableRandom(20261201);
    private LargeLog files;
    private MemoryLog log;
    private InclusionProof proof;
    private byte[] leaf;

    @Setup(Level.Trial)
    public void make() {
      files = LargeLog.of(entries);
      log = files.open();
      proof = prove();
      leaf = log.entry(proof.index()).header().entryHash();
    }

    InclusionProof prove() {
      long size = log.tree().size();
      return log.tree().inclusion(random.nextLong(size), size);
    }

    ByteString root() {
      return log.tree().rootAt(log.tree().size());
    }

    @TearDown(Level.Trial)
    public void delete() {
      log.close();
      files.close();
    }
  }

  /** The proof of one entry. */
  @Benchmark
  public InclusionProof inclusion(Open open) {
    return open.prove();
  }

  /** Peer: the root that one proof leads to. */
  @Benchmark
  public @Nullable ByteString check(Open open) {
    return open.proof.root(open.leaf);
  }
}
