package dev.varve.engine.jvm.chronicle;

import java.util.ArrayList;
import java.util.List;

/** What Chronicle Queue needs of the JVM, asked of the module system before the library loads. */
final class JvmFlags {
  private JvmFlags() {}

  /**
   * Returns when all flags are there.
   *
   * @throws MissingJvmFlagsException naming those that are not
   */
  static void require() {
    List<String> missing = missing();
    if (!missing.isEmpty()) {
      throw new MissingJvmFlagsException(missing);
    }
  }

  /** Those that are not there. */
  static List<String> missing() {
    Module base = Object.class.getModule();
    Module ours = JvmFlags.class.getModule();
    List<String> missing = new ArrayList<>();
    if (!base.isOpen("java.lang.reflect", ours)) {
      missing.add("--add-opens=java.base/java.lang.reflect=ALL-UNNAMED");
    }
    for (String name : List.of("jdk.internal.ref", "sun.nio.ch")) {
      if (!base.isExported(name, ours)) {
        missing.add("--add-exports=java.base/" + name + "=ALL-UNNAMED");
      }
    }
    return missing;
  }

  /**
   * Silences the library. Has to come before its first class loads; what the launcher has set
   * stays.
   */
  static void silence() {
    setIfAbsent("chronicle.announcer.disable");
    setIfAbsent("chronicle.analytics.disable");
    // A thread that warns of full disks in words of its own.
    setIfAbsent("chronicle.disk.monitor.disable");
  }

  private static void setIfAbsent(String property) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, "true");
    }
  }
}
