package dev.varve.tools;

import dev.varve.engine.command.Actor;
import dev.varve.engine.jvm.FolderRecovery;
import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.log.LogRecovery;
import dev.varve.engine.log.RecoverySite;
import dev.varve.engine.store.EntryStore;
import dev.varve.projections.MemoryReader;
import java.nio.file.Path;
import java.util.List;

/** Recovers a log and dies before a step, as if it were killed there. */
public final class RecoveringProcess {
  static final int KILLED = 137;

  private RecoveringProcess() {}

  /** Takes the log, its keys, and the step: ready, finish. */
  public static void main(String[] args) {
    Path log = Path.of(args[0]);
    FolderRecovery real = FolderRecovery.of(log);
    RecoverySite dying =
        new RecoverySite() {
          @Override
          public String setAside() {
            return real.setAside();
          }

          @Override
          public EntryStore begin() {
            return real.begin();
          }

          @Override
          public void ready() {
            dieBefore("ready");
            real.ready();
          }

          @Override
          public void finish() {
            dieBefore("finish");
            real.finish();
          }

          private void dieBefore(String step) {
            if (step.equals(args[2])) {
              Runtime.getRuntime().halt(KILLED);
            }
          }
        };
    try (LogRecovery recovery =
        LogRecovery.of(
            LogFolder.at(log).withKeys(Path.of(args[1])).open(),
            MemoryReader.registry(),
            List.of())) {
      recovery.carryOut(dying, Actor.unsigned("dev.varve.tools", 1));
    }
  }
}
