package dev.varve.jmh;

import java.util.Arrays;
import java.util.Locale;

/**
 * {@link Verification} in one process, in turns: where other machines' load comes and goes, figures
 * that were taken minutes apart cannot be held against each other. Prints medians over the rounds
 * of what each round's ratio was.
 *
 * <pre>
 *  java -cp jmh/target/benchmarks.jar dev.varve.jmh.Interleaved [rounds]
 * </pre>
 */
public final class Interleaved {
  private static final int WARMUP = 20;

  private final Verification benchmark = new Verification();
  private final Verification.Written written = new Verification.Written();
  private final Verification.Helped one = helped(1);
  private final Verification.Helped two = helped(2);

  /** The ratios of a round. */
  private record Round(double speed, double scaling, double scalingOfSha256) {}

  private Interleaved() {}

  private static Verification.Helped helped(int threads) {
    Verification.Helped helped = new Verification.Helped();
    helped.threads = threads;
    return helped;
  }

  /** Runs it; the argument is the number of rounds, 60 without. */
  public static void main(String[] args) {
    int rounds = args.length == 0 ? 60 : Integer.parseInt(args[0]);
    Interleaved run = new Interleaved();
    run.written.make();
    Round[] measured = new Round[rounds];
    for (int i = -WARMUP; i < rounds; i++) {
      Round round = run.round();
      if (i >= 0) {
        measured[i] = round;
      }
    }
    run.written.delete();
    print(
        "verification, 1 thread, of the speed of SHA-256",
        Arrays.stream(measured).mapToDouble(Round::speed).toArray());
    print(
        "verification, 2 threads, times 1 thread",
        Arrays.stream(measured).mapToDouble(Round::scaling).toArray());
    print(
        "SHA-256, 2 threads, times 1 thread",
        Arrays.stream(measured).mapToDouble(Round::scalingOfSha256).toArray());
  }

  private Round round() {
    double sha256 = nanos(() -> benchmark.sha256(written, one));
    double verified = nanos(() -> benchmark.verify(written, one));
    double sha256OnTwo = nanos(() -> benchmark.sha256(written, two));
    double verifiedOnTwo = nanos(() -> benchmark.verify(written, two));
    return new Round(sha256 / verified, verified / verifiedOnTwo, sha256 / sha256OnTwo);
  }

  private static double nanos(Runnable work) {
    long begun = System.nanoTime();
    work.run();
    return System.nanoTime() - begun;
  }

  private static void print(String name, double[] ratios) {
    Arrays.sort(ratios);
    System.out.printf(
        Locale.ROOT,
        "%-50s %.2f  (quartiles %.2f, %.2f)%n",
        name,
        ratios[ratios.length / 2],
        ratios[ratios.length / 4],
        ratios[ratios.length * 3 / 4]);
  }
}
