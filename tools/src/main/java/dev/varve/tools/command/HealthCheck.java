package dev.varve.tools.command;

/**
 * One thing that was looked at.
 *
 * @param name of what was looked at
 * @param level how it is
 * @param detail what was found
 * @param remedy what to do, or no text
 */
record HealthCheck(String name, Level level, String detail, String remedy) {
  /** How bad it is. */
  enum Level {
    /** As it should be. */
    OK("ok"),
    /** It works, and is not as it should be. */
    WARNING("warning"),
    /** Something does not work, or is not what was written. */
    ERROR("error");

    private final String label;

    Level(String label) {
      this.label = label;
    }

    /** As it is printed. */
    String label() {
      return label;
    }
  }

  static HealthCheck ok(String name, String detail) {
    return new HealthCheck(name, Level.OK, detail, "");
  }

  static HealthCheck warning(String name, String detail, String remedy) {
    return new HealthCheck(name, Level.WARNING, detail, remedy);
  }

  static HealthCheck error(String name, String detail, String remedy) {
    return new HealthCheck(name, Level.ERROR, detail, remedy);
  }
}
