package dev.varve.jmh;

import dev.varve.engine.log.MemoryLog;
import java.util.concurrent.TimeUnit;
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
 * Opening a log for writing and closing it again: an empty one, and one of a million entries with a
 * snapshot a thousand entries before its end.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 15)
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
public class Opening {
  /** A log that is opened again and again. */
  @State(Scope.Benchmark)
  public static class Closed {
    @Param({"0", "1000000"})
    int entries;

    private LargeLog log;

    @Setup(Level.Trial)
    public void make() {
      log = LargeLog.of(entries);
    }

    @TearDown(Level.Trial)
    public void delete() {
      log.close();
    }
  }

  /** The last sequence, once the log is open. */
  @Benchmark
  public long open(Closed closed) {
    try (MemoryLog opened = closed.log.open()) {
      return opened.lastSequence();
    }
  }
}
