package dev.varve.tools.faults;

import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.Durability;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A process that reads a log beside its writer, again and again from genesis, until each sender has
 * sent what it was to send. Arguments: log, keys, senders, commands of each. Says {@code ready}
 * after its first reading, and at last {@code read N times}, or what was out of order.
 */
final class BesideReader {
  private BesideReader() {}

  public static void main(String[] args) throws InterruptedException {
    LogFolder folder = LogFolder.at(Path.of(args[0])).withKeys(Path.of(args[1]));
    int senders = Integer.parseInt(args[2]);
    int commands = Integer.parseInt(args[3]);
    int[] seen = new int[senders];
    int times = 0;
    while (!Arrays.stream(seen).allMatch(count -> count == commands)) {
      try (MemoryLog log =
              MemoryLog.open(folder.openReadOnly(), Numbered.REGISTRY, Durability.PROCESS);
          LogReader reader = log.reader()) {
        Numbered.Check check = new Numbered.Check(log, senders);
        for (int again = 0; again < 3; again++) {
          check.readAll(reader);
          for (int sender = 0; sender < senders; sender++) {
            if (check.count(sender) < seen[sender]) {
              throw new IllegalStateException("commands of " + sender + " are gone again");
            }
            seen[sender] = check.count(sender);
          }
          Thread.sleep(2);
        }
      }
      if (times++ == 0) {
        System.out.println("ready");
      }
    }
    System.out.println("read " + times + " times");
  }
}
