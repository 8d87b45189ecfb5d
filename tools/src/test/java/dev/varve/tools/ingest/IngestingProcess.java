package dev.varve.tools.ingest;

import dev.varve.engine.command.Actor;
import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.store.Durability;
import dev.varve.projections.AgentMemory;
import dev.varve.tools.recording.DroidBotFolder;
import dev.varve.tools.recording.Recording;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process that ingests and prints {@code FIRST LAST} of each command once it is acknowledged, so
 * that a test can kill it and know what has to be there. Arguments: log, keys, recording, and
 * optionally the number of appended entries after which the process kills itself with signal 9,
 * wherever in a command that is.
 */
public final class IngestingProcess {
  private IngestingProcess() {}

  /** Ingests. */
  public static void main(String[] args) {
    Path source = Path.of(args[2]);
    Recording recording =
        Files.isDirectory(source)
            ? DroidBotFolder.read(source, null, null)
            : Recording.read(source);
    LogFolder folder = LogFolder.at(Path.of(args[0])).withKeys(Path.of(args[1]));
    Actor actor =
        Actor.unsigned("dev.varve.tools", (int) (ProcessHandle.current().pid() & 0x7fffffff));
    LogPorts ports = folder.open();
    if (args.length > 3) {
      ports =
          new LogPorts(
              new DyingStore(ports.store(), Integer.parseInt(args[3])),
              ports.keys(),
              ports.wrapper(),
              ports.crypto(),
              ports.clock());
    }
    try (AgentMemory memory = AgentMemory.open(ports, actor, Durability.PROCESS)) {
      Ingestion.plan(memory, recording.lines(), false, 0)
          .run(
              receipt -> {
                System.out.println(receipt.firstSequence() + " " + receipt.lastSequence());
                System.out.flush();
              });
    }
  }
}
