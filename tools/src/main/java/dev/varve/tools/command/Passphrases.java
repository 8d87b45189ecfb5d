package dev.varve.tools.command;

import dev.varve.engine.jvm.keys.PassphraseFile;
import dev.varve.engine.jvm.keys.PassphraseNeededException;
import dev.varve.engine.jvm.keys.PassphraseSource;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Printable;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where this command has passphrases from: the file that was named, else the one that the
 * environment names, else the person at the terminal, else nowhere.
 *
 * @param file that was named, or null
 */
record Passphrases(Console console, @Nullable Path file) implements PassphraseSource {
  @Override
  public char[] of(Path folder) {
    if (file != null) {
      return PassphraseFile.read(file);
    }
    if (!console.environment().getOrDefault(PassphraseFile.VARIABLE, "").isEmpty()) {
      return PassphraseFile.of(console.environment()).of(folder);
    }
    char[] typed = console.secret("passphrase of the keys in " + Printable.of(folder.toString()));
    if (typed == null) {
      throw new PassphraseNeededException(
          "the keys in "
              + folder
              + " are wrapped by a passphrase; give it with --passphrase-file FILE or "
              + PassphraseFile.VARIABLE);
    }
    return typed;
  }

  /**
   * A new passphrase from the terminal, typed twice.
   *
   * @throws CannotWorkException when there is no terminal, or the two differ
   */
  char[] typedTwice() {
    char[] first = console.secret("new passphrase");
    char[] second = first == null ? null : console.secret("once more");
    if (first == null || second == null) {
      throw new CannotWorkException("no terminal to type a passphrase at; name a file with it");
    }
    boolean same = Arrays.equals(first, second);
    Arrays.fill(second, '\0');
    if (!same || first.length == 0) {
      Arrays.fill(first, '\0');
      throw new CannotWorkException(
          same ? "a passphrase is not empty" : "the two passphrases differ");
    }
    return first;
  }
}
