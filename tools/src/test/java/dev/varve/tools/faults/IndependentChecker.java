package dev.varve.tools.faults;

import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.log.CommandReceipt;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.verify.Evidence;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.VerificationReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A process that never wrote what it judges. Arguments: log, keys. For each line {@code ACKED}, the
 * number of commands that a killed writer acknowledged, it says {@code VERDICT FOUND NEXT MILLIS}:
 * what verification said, how many commands there are, each whole and in order, the number of the
 * next command after the last acknowledged one and the one behind it were sent again, and how much
 * longer it took to open the log for writing than to open it once more.
 */
final class IndependentChecker {
  private IndependentChecker() {}

  public static void main(String[] args) throws IOException {
    LogFolder folder = LogFolder.at(Path.of(args[0])).withKeys(Path.of(args[1]));
    // So that no class is loaded while an opening is timed.
    long unused = opening(folder);
    System.out.println("ready");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      try {
        System.out.println(check(folder, Integer.parseInt(line)));
      } catch (RuntimeException | Error e) {
        System.out.println("FAILED " + e + " at " + List.of(e.getStackTrace()));
      }
      System.out.flush();
    }
  }

  private static String check(LogFolder folder, int acknowledged) {
    VerificationReport report = verify(folder);
    int found;
    try (MemoryLog log =
        MemoryLog.open(folder.openReadOnly(), Numbered.REGISTRY, Durability.PROCESS)) {
      found = count(log);
    }
    int next = acknowledged;
    long millis = opening(folder);
    try (MemoryLog log = MemoryLog.open(folder.open(), Numbered.REGISTRY, Durability.POWER)) {
      for (int number = Math.max(0, acknowledged - 3); number <= acknowledged; number++) {
        CommandReceipt receipt = log.writer().append(Numbered.command(0, number));
        if (receipt.repeated() != number < found) {
          throw new IllegalStateException(number + " was sent again: " + receipt);
        }
        next = number + 1;
      }
      int now = count(log);
      if (now != Math.max(found, next)) {
        throw new IllegalStateException(now + " commands after " + found + " and " + next);
      }
    }
    if (millis > 500) {
      // A machine that is busy takes its time for any opening.
      millis = Math.max(0, millis - opening(folder));
    }
    VerificationReport after = verify(folder);
    if (!after.findings().isEmpty()) {
      throw new IllegalStateException("after the next write: " + after);
    }
    return report.verdict() + " " + found + " " + Math.max(found, next) + " " + millis;
  }

  /** Opens for writing, writes nothing, and says how long it took, in milliseconds. */
  private static long opening(LogFolder folder) {
    long began = System.nanoTime();
    try (MemoryLog log = MemoryLog.open(folder.open(), Numbered.REGISTRY, Durability.POWER)) {
      if (!log.isWritable()) {
        throw new IllegalStateException("not opened for writing: " + log.obstacle());
      }
      return (System.nanoTime() - began) / 1_000_000;
    }
  }

  private static int count(MemoryLog log) {
    Numbered.Check check = new Numbered.Check(log, 1);
    try (LogReader reader = log.reader()) {
      check.readAll(reader);
    }
    return check.count(0);
  }

  private static VerificationReport verify(LogFolder folder) {
    try (EntryStore store = folder.openStoreReadOnly()) {
      return LogVerifier.verify(
          store, new Evidence(folder.verifierKeys(MemoryLog.idOf(store)), null));
    }
  }
}
