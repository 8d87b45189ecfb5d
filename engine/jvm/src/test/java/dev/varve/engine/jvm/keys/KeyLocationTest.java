package dev.varve.engine.jvm.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.varve.engine.entry.LogId;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class KeyLocationTest {
  private static final LogId LOG = new LogId(0x0123456789abcdefL, 0xfedcba9876543210L);

  @Test
  void whatWasAskedForGoesBeforeTheEnvironment() {
    assertEquals(
        Path.of("here"),
        KeyLocation.resolve(Path.of("here"), Map.of("VARVE_KEYS", "/there", "HOME", "/h"), LOG));
  }

  @Test
  void theEnvironmentGoesBeforeTheHomeFolder() {
    assertEquals(
        Path.of("/there"),
        KeyLocation.resolve(null, Map.of("VARVE_KEYS", "/there", "HOME", "/h"), LOG));
  }

  @Test
  void elseTheKeysAreUnderTheLogsIdInTheHomeFolder() {
    Path expected = Path.of("/h/.config/varve/0123456789abcdeffedcba9876543210");
    assertEquals(expected, KeyLocation.resolve(null, Map.of("HOME", "/h"), LOG));
    assertEquals(expected, KeyLocation.resolve(null, Map.of("HOME", "/h", "VARVE_KEYS", ""), LOG));
  }

  @Test
  void withoutHomeInTheEnvironmentTheJvmKnowsTheFolder() {
    assertEquals(
        Path.of(System.getProperty("user.home"), ".config", "varve", LOG.hex()),
        KeyLocation.resolve(null, Map.of(), LOG));
  }
}
