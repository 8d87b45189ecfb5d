package dev.varve.tools.faults;

import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.Durability;
import java.nio.file.Path;

/**
 * A process that writes numbered commands without end and says {@code ack N ok} once N is
 * acknowledged. Arguments: log, keys, durability, number of the first command, and the write behind
 * which it kills itself, 0 for never.
 */
final class KilledWriter {
  private KilledWriter() {}

  public static void main(String[] args) {
    LogPorts ports = LogFolder.at(Path.of(args[0])).withKeys(Path.of(args[1])).open();
    int dieAfter = Integer.parseInt(args[4]);
    if (dieAfter > 0) {
      ports = DyingPorts.of(ports, dieAfter);
    }
    try (MemoryLog log = MemoryLog.open(ports, Numbered.REGISTRY, Durability.PROCESS)) {
      for (int number = Integer.parseInt(args[3]); ; number++) {
        log.writer().append(Numbered.command(0, number), Numbered.durability(args[2], number));
        System.out.println("ack " + number + " ok");
        System.out.flush();
      }
    }
  }
}
