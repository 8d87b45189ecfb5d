package dev.varve.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the benchmarks of a large log measure is what they say. */
class LargeLogTest {
  private static final int GENESIS = 3;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void verificationReadsEveryEntry(int threads) {
    Verification.Written written = new Verification.Written();
    written.make();
    Verification.Helped helped = new Verification.Helped();
    helped.threads = threads;
    Verification benchmark = new Verification();
    VerificationReport report = benchmark.verify(written, helped);
    assertEquals(Verdict.OK, report.verdict());
    // What LargeLog appends after it has opened the log again.
    assertEquals(100_000 + 1_000 + GENESIS, report.entries());
    benchmark.sha256(written, helped);
    written.delete();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20_000})
  void openingFindsTheWholeLog(int entries) {
    Opening.Closed closed = new Opening.Closed();
    closed.entries = entries;
    closed.make();
    long last = new Opening().open(closed);
    assertEquals(entries == 0 ? GENESIS - 1 : entries + 1_000 + GENESIS - 1, last);
    closed.delete();
  }

  @ParameterizedTest
  @ValueSource(ints = {20_000})
  void theProofHolds(int entries) {
    Proving.Open open = new Proving.Open();
    open.entries = entries;
    open.make();
    Proving benchmark = new Proving();
    assertNotNull(benchmark.inclusion(open));
    assertEquals(open.root(), benchmark.check(open));
    open.delete();
  }
}
