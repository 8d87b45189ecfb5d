package dev.varve.engine.jvm.keys;

import java.nio.file.Path;

/** Knows the passphrase of a keys folder; asked only where there is one. */
@FunctionalInterface
public interface PassphraseSource {
  /**
   * The passphrase, in an array of its own, which the caller wipes.
   *
   * @param folder whose keys it opens
   * @throws dev.varve.engine.VarveException when it cannot be had
   */
  char[] of(Path folder);
}
