package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.VarveException;
import java.util.List;

/**
 * The JVM was started without flags that Chronicle Queue cannot write without; nothing was touched.
 * Reading needs no flag.
 */
public final class MissingJvmFlagsException extends VarveException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> missing;

  MissingJvmFlagsException(List<String> missing) {
    super("writing a Chronicle store needs the JVM started with: " + String.join(" ", missing));
    this.missing = List.copyOf(missing);
  }

  /** Exactly the flags that are missing, as they go on the command line. */
  public List<String> missing() {
    return missing;
  }
}
