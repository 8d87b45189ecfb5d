package dev.varve.tools.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.varve.engine.entry.Hex;
import dev.varve.tools.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every target over its seeds and over numbered mutations of them, without a fuzzer; {@code
 * -Dvarve.mutations=N} for more. The timeouts are there to end a hang.
 */
public final class FuzzTargetsTest {
  /** Mutations of each target, unless more are asked for. */
  public static final int DEFAULT_MUTATIONS = 3_000;

  static final int MUTATIONS = Integer.getInteger("varve.mutations", DEFAULT_MUTATIONS);

  @TempDir Path temp;

  private List<byte[]> seeds(FuzzTarget target) throws IOException {
    List<byte[]> seeds = new ArrayList<>(target.made(temp));
    if (!seeds.isEmpty()) {
      return seeds;
    }
    Path folder =
        Cli.examples()
            .resolveSibling("tools/src/test/resources/dev/varve/tools/fuzz/ParsersFuzzInputs")
            .resolve(target.name().toLowerCase(Locale.ROOT));
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        seeds.add(Files.readAllBytes(file));
      }
    }
    return seeds;
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void whatIsNotReadIsRefusedInWords(FuzzTarget target) throws IOException {
    List<byte[]> seeds = seeds(target);
    Mutation mutation = new Mutation(seeds);
    int taken = 0;
    for (int number = 0; number < MUTATIONS + seeds.size(); number++) {
      byte[] input = mutation.of(number);
      try {
        boolean takes = target.takes(input, temp);
        taken += takes ? 1 : 0;
        assertTrue(takes || number >= seeds.size(), () -> "a seed was refused");
      } catch (RuntimeException | Error e) {
        String shown = input.length < 2_000 ? Hex.of(input) : input.length + " bytes";
        fail(target + ", input " + number + ": " + shown, e);
      }
    }
    assertTrue(taken >= seeds.size());
    assertTrue(taken < MUTATIONS, "mutations that nothing notices are none");
  }
}
