package dev.varve.jmh;

import dev.varve.engine.log.CommandReceipt;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One command of one entry with a 64-byte payload, sealed, chained and appended with durability
 * {@code PROCESS}, beside two floors of the same run: what hashing alone costs, and what hashing,
 * committing and encrypting cost.
 *
 * <p>The payloads are sealed under the keys of eight subjects in turn, so that the cipher changes
 * its key at each entry, in the append as in the floor. Command ids are counted, not drawn: the
 * caller makes them.
 *
 * <pre>
 *  java -jar jmh/target/benchmarks.jar                                  all of it, half an hour
 *  java -jar jmh/target/benchmarks.jar -f 1 -wi 1 -w 1 -i 1 -r 2        a smoke run, about two minutes
 * </pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(
    value = 3,
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
public class SealedAppend {
  /** The engine's append. */
  @Benchmark
  public CommandReceipt append(BenchedLog log) {
    return log.append();
  }

  /** Floor: the two SHA-256 of an entry, over 249 header bytes and over the stored payload. */
  @Benchmark
  public byte[] sha256OfEntry(EntryFloor entry) {
    return entry.hash();
  }

  /**
   * Floor: a random nonce, the two HMACs of a commitment, AES-256-GCM with a change of key and
   * nonce, and the two SHA-256 of an entry.
   */
  @Benchmark
  public byte[] cryptoOfEntry(EntryFloor entry) throws GeneralSecurityException {
    return entry.sealAndHash();
  }
}
