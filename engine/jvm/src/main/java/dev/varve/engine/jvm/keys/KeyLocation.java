package dev.varve.engine.jvm.keys;

import dev.varve.engine.entry.LogId;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a log's keys are when several places are possible. */
public final class KeyLocation {
  /** The environment variable that names the folder. */
  public static final String VARIABLE = "VARVE_KEYS";

  private KeyLocation() {}

  /**
   * The folder that was asked for; else the one that {@code VARVE_KEYS} names; else {@code
   * ~/.config/varve/<log id>}. Looks at no file.
   *
   * @param option what the caller asked for, or null
   * @param environment the process's environment; an empty variable is none
   */
  public static Path resolve(@Nullable Path option, Map<String, String> environment, LogId log) {
    if (option != null) {
      return option;
    }
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isEmpty()) {
      return Path.of(named);
    }
    String home = environment.getOrDefault("HOME", "");
    return Path.of(home.isEmpty() ? System.getProperty("user.home", ".") : home)
        .resolve(Path.of(".config", "varve", log.hex()));
  }
}
