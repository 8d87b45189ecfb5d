package dev.varve.engine.jvm.offender;

/** What only the engine's core may not know. */
public final class JvmOffenders {

  /** Stands for any class of the JVM module. */
  public static final class OfTheJvmModule {}

  private JvmOffenders() {}
}
