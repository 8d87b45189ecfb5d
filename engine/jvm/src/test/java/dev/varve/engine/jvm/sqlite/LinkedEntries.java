package dev.varve.engine.jvm.sqlite;

import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.EntryHeaderEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Entries that verify: whole, linked, in complete commands of one to three. */
final class LinkedEntries {
  private LinkedEntries() {}

  /** The commands of a log, the same for the same arguments. */
  static List<List<byte[]>> commands(int count, int longestPayload) {
    Random random = new Random(longestPayload);
    EntryHash hash = new EntryHash();
    byte[] head = new byte[32];
    long next = 0;
    List<List<byte[]>> commands = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      CommandId id = new CommandId(random.nextLong(), random.nextLong());
      int entries = 1 + n % 3;
      List<byte[]> command = new ArrayList<>();
      for (int index = 0; index < entries; index++) {
        byte[] payload = new byte[random.nextInt(longestPayload)];
        random.nextBytes(payload);
        byte[] record =
            new EntryHeaderEncoder()
                .position(0, next++)
                .event(900, 1)
                .payloadLength(payload.length)
                .command(id, index, index == entries - 1)
                .finish(payload, head, hash);
        head = EntryHeader.of(record).entryHash();
        command.add(record);
      }
      commands.add(command);
    }
    return commands;
  }
}
