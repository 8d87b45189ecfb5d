package dev.varve.engine.offender;

import dev.varve.engine.jvm.offender.JvmOffenders;
import dev.varve.projections.facts.offender.LayerOffenders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.agrona.collections.LongHashSet;

/** One class for each thing that the engine's core must not do. */
public final class EngineOffenders {

  static final class KnowsALayer {
    LayerOffenders.@org.jspecify.annotations.Nullable OfALayer layer;
  }

  static final class KnowsTheJvmModule {
    JvmOffenders.@org.jspecify.annotations.Nullable OfTheJvmModule store;
  }

  static final class ImportsAgrona {
    final LongHashSet sequences = new LongHashSet();
  }

  static final class ImportsSql {
    java.sql.@org.jspecify.annotations.Nullable Connection connection;
  }

  static final class ImportsHexFormat {
    final HexFormat format = HexFormat.of();
  }

  static final class ImportsCrc32c {
    final CRC32C sum = new CRC32C();
  }

  static final class CallsStreamToList {
    List<String> list(Stream<String> stream) {
      return stream.toList();
    }
  }

  static final class CallsReadAllBytes {
    byte[] bytes(InputStream in) throws IOException {
      return in.readAllBytes();
    }
  }

  static final class CallsPathOf {
    Path path(String name) {
      return Path.of(name);
    }
  }

  static final class CallsFormatted {
    String text(String name) {
      return "%s".formatted(name);
    }
  }

  static final class PrintsToStandardOutput {
    void print(String line) {
      System.out.println(line);
    }
  }

  static final class PrintsToStandardError {
    void print(String line) {
      System.err.println(line);
    }
  }

  static final class PrintsAStackTrace {
    void print(Exception e) {
      e.printStackTrace();
    }
  }

  static final class LogsByJavaUtilLogging {
    void print(String line) {
      java.util.logging.Logger.getLogger("varve").info(line);
    }
  }

  private EngineOffenders() {}
}
