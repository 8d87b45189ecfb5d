package dev.varve.jmh;

import dev.varve.engine.entry.LogId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.jvm.crypto.JvmCrypto;
import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.Envelope;
import dev.varve.engine.seal.KeyPurpose;
import dev.varve.engine.seal.KeyRing;
import dev.varve.engine.seal.KeyRing.Generation;
import dev.varve.engine.seal.KeyedHash;
import dev.varve.engine.seal.MemorySubjectKeyStore;
import dev.varve.engine.seal.PayloadSealer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.conscrypt.Conscrypt;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the engine does with keys, with each provider: seal a payload of 64 bytes, open one of 1 KB,
 * a keyed hash of 96 bytes; and SHA-256 of 280 bytes, which the engine takes from the platform
 * whatever is chosen here.
 *
 * <pre>
 *  java -jar jmh/target/benchmarks.jar ProviderChoice
 * </pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 3,
    jvmArgsAppend = {
      // The first lets JDK 17 pass over the last, which it does not know.
      "-XX:+IgnoreUnrecognizedVMOptions",
      "--enable-native-access=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow"
    })
@State(Scope.Thread)
public class ProviderChoice {
  private static final SubjectId SUBJECT = new SubjectId(3, 4);

  /** Which provider. */
  @Param({"jdk", "conscrypt"})
  public String provider = "jdk";

  private final byte[] context = new byte[184];
  private final byte[] small = new byte[64];
  private final byte[] hashed = new byte[96];
  private final byte[] entry = new byte[280];
  private @Nullable Tools tools;

  /** What a run works with. */
  private record Tools(
      PayloadSealer sealer, Envelope sealed, KeyedHash hash, MessageDigest sha256) {}

  /** Makes keys, and what is to be opened. */
  @Setup
  public void prepare() throws GeneralSecurityException {
    Crypto crypto = JvmCrypto.of(Map.of(JvmCrypto.VARIABLE, provider));
    KeyRing keys =
        KeyRing.create(
            new LogId(1, 2),
            new MemorySubjectKeyStore(),
            new AesGcmKeyWrapper(crypto, new byte[32]),
            crypto);
    keys.create(List.of(new Generation(SUBJECT, 0)));
    PayloadSealer sealer = new PayloadSealer(keys);
    tools =
        new Tools(
            sealer,
            Envelope.of(sealer.seal(context, SUBJECT, 0, new byte[1024])),
            keys.keyedHash(KeyPurpose.NAMES),
            provider.equals("jdk")
                ? MessageDigest.getInstance("SHA-256")
                : MessageDigest.getInstance("SHA-256", Conscrypt.newProvider()));
  }

  private Tools tools() {
    Tools made = tools;
    if (made == null) {
      throw new IllegalStateException("not prepared");
    }
    return made;
  }

  /** Seals 64 bytes: nonce, commitment, AES-256-GCM. */
  @Benchmark
  public byte[] seal64() {
    return tools().sealer.seal(context, SUBJECT, 0, small);
  }

  /** Opens 1,024 bytes and checks their commitment. */
  @Benchmark
  public byte @Nullable [] open1024() {
    return tools().sealer.open(context, SUBJECT, tools().sealed);
  }

  /** HMAC-SHA256 of 96 bytes. */
  @Benchmark
  public byte[] hmac96() {
    return tools().hash.update(hashed).finish();
  }

  /** SHA-256 of 280 bytes. */
  @Benchmark
  public byte[] sha256Of280() {
    return tools().sha256.digest(entry);
  }
}
