package dev.varve.projections.facts.offender;

import dev.varve.engine.jvm.offender.JvmOffenders;
import dev.varve.engine.log.LogWriter;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** One class for each thing that a layer must not do. */
public final class LayerOffenders {

  /** Stands for any class of a layer. */
  public static final class OfALayer {}

  static final class KnowsTheJvmModule {
    JvmOffenders.@org.jspecify.annotations.Nullable OfTheJvmModule store;
  }

  static final class KnowsTheLogWriter {
    @org.jspecify.annotations.Nullable LogWriter writer;
  }

  static final class ReadsCurrentTimeMillis {
    long now() {
      return System.currentTimeMillis();
    }
  }

  static final class ReadsNanoTime {
    long now() {
      return System.nanoTime();
    }
  }

  static final class ReadsInstantNow {
    Instant time() {
      return Instant.now();
    }
  }

  static final class ReadsZonedDateTimeNow {
    ZonedDateTime time() {
      return ZonedDateTime.now(ZoneOffset.UTC);
    }
  }

  static final class ReadsInstantNowByReference {
    java.util.function.Supplier<Instant> time() {
      return Instant::now;
    }
  }

  static final class TakesAClock {
    long time(Clock clock) {
      return clock.millis();
    }
  }

  @SuppressWarnings("JavaUtilDate") // the offence itself
  static final class ReadsNewDate {
    Date time() {
      return new Date();
    }
  }

  static final class UsesRandom {
    int value() {
      return new Random().nextInt();
    }
  }

  static final class UsesSecureRandom {
    int value() {
      return new SecureRandom().nextInt();
    }
  }

  static final class UsesThreadLocalRandom {
    int value() {
      return ThreadLocalRandom.current().nextInt();
    }
  }

  static final class UsesSplittableRandom {
    int value() {
      return new SplittableRandom().nextInt();
    }
  }

  static final class UsesMathRandom {
    double value() {
      return Math.random();
    }
  }

  static final class UsesRandomUuid {
    UUID value() {
      return UUID.randomUUID();
    }
  }

  static final class ReadsAFile {
    boolean present(String name) {
      return new File(name).exists();
    }
  }

  static final class ReadsAFileStream {
    InputStream open(String name) throws IOException {
      return new FileInputStream(name);
    }
  }

  static final class ReadsAPath {
    byte[] bytes(String name) throws IOException {
      return Files.readAllBytes(Paths.get(name));
    }
  }

  static final class ReadsTheDefaultLocale {
    Locale locale() {
      return Locale.getDefault();
    }
  }

  static final class ReadsTheEnvironment {
    int size() {
      return System.getenv().size();
    }
  }

  static final class UsesMathPow {
    double score(double base) {
      return Math.pow(base, 0.5);
    }
  }

  static final class UsesMathExpByReference {
    java.util.function.DoubleUnaryOperator score() {
      return Math::exp;
    }
  }

  /** Exact everywhere, hence allowed. */
  static final class UsesExactMath {
    double score(double base) {
      return StrictMath.exp(base) + Math.sqrt(base) + Math.max(base, 1.0) + Math.addExact(1, 2);
    }
  }

  private LayerOffenders() {}
}
