import dev.varve.engine.command.Actor;
import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.store.Durability;
import dev.varve.projections.AgentMemory;
import dev.varve.projections.FactValue;
import dev.varve.projections.MemoryReader;
import dev.varve.projections.facts.RememberFact;
import dev.varve.projections.recall.RecallQuery;
import java.nio.file.Path;

/** The smallest program with a memory. Arguments: a folder for the log, one for its keys. */
public final class Embedding {
  public static void main(String[] args) {
    long now = System.currentTimeMillis();
    Actor actor = Actor.unsigned("com.example.agent", (int) ProcessHandle.current().pid());
    LogFolder folder = LogFolder.at(Path.of(args[0])).withKeys(Path.of(args[1]));
    folder.create(MemoryReader.registry(), actor, "embedding example");
    try (AgentMemory memory = AgentMemory.open(folder.open(), actor, Durability.POWER)) {
      memory.writer().remember(RememberFact.byUser("address_home", "12 Elm Road", now));
      try (FactValue home = memory.reader().value("address_home")) {
        System.out.println("address_home is " + home.asString());
      }
      RecallQuery query = new RecallQuery("send a parcel", null, null, null, now);
      System.out.println("skills that fit: " + memory.recall(query, null).skills().size());
    }
  }
}
