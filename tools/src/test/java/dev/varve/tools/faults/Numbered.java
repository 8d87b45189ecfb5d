package dev.varve.tools.faults;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.command.Actor;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EventCodec;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.event.EventType;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.EventOpener;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.SealedValue;
import dev.varve.engine.store.Durability;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commands whose every part follows from who sends them and their number, so that processes that
 * never speak to each other know what a log has to hold. Of some the parts are several, of some the
 * subject is new, and a part's text is long at times.
 */
final class Numbered {
  /**
   * One part of a command.
   *
   * @param sender who sent it
   * @param number of the command, from 0 for each sender
   * @param part from 0
   * @param parts of the command
   * @param secret sealed by itself, or null
   */
  record Part(int sender, int number, int part, int parts, @Nullable SealedValue secret)
      implements MemoryEvent {}

  private static final class PartCodec implements EventCodec<Part> {
    @Override
    public CborMap encode(Part event, ValueSealer sealer) {
      CborMap.Builder map =
          CborMap.builder()
              .put(0, event.sender())
              .put(1, event.number())
              .put(2, event.part())
              .put(3, event.parts())
              .put(4, text(event.number()));
      SealedValue secret = event.secret();
      return (secret == null ? map : map.put(5, sealer.seal(secret))).build();
    }

    @Override
    public Part decode(CborMap payload, ValueBinder binder) {
      int number = payload.getInt(1);
      if (!payload.getString(4).equals(text(number))) {
        throw new IllegalArgumentException("another text");
      }
      byte[] envelope = payload.getBytesOrNull(5);
      return new Part(
          payload.getInt(0),
          number,
          payload.getInt(2),
          payload.getInt(3),
          envelope == null ? null : binder.bind(envelope));
    }
  }

  static final EventRegistry REGISTRY =
      EventRegistry.builder()
          .register(new EventType(910, 1, "Part"), Part.class, new PartCodec())
          .build();
  static final Actor ACTOR = Actor.unsigned("dev.varve.tools.faults", 1);

  private Numbered() {}

  private static String text(int number) {
    return "text of " + number + (number % 17 == 0 ? " and on".repeat(2_000) : "");
  }

  static int parts(int number) {
    return number % 3 == 0 ? 1 + number % 4 : 1;
  }

  /** Every fifth command has a subject of its own, with a value sealed for itself. */
  static Command command(int sender, int number) {
    SubjectId subject = number % 5 == 0 ? new SubjectId(sender + 1, number) : SubjectId.LOG;
    List<NewEvent> events = new ArrayList<>();
    int parts = parts(number);
    for (int part = 0; part < parts; part++) {
      SealedValue secret =
          number % 5 == 0
              ? SealedValue.fresh(CborMap.builder().put(0, "secret " + number).build())
              : null;
      events.add(
          new NewEvent(
              new StreamId(7, sender + 1), subject, new Part(sender, number, part, parts, secret)));
    }
    return Command.of(new CommandId(0x6b696c6c00L + sender, number), Context.of(ACTOR), events);
  }

  /** How durable the sender wants a command; {@code MIXED} asks for either in turn. */
  static Durability durability(String wanted, int number) {
    return wanted.equals("MIXED")
        ? number % 2 == 0 ? Durability.POWER : Durability.PROCESS
        : Durability.valueOf(wanted);
  }

  /** Checks commands that a reader hands out: whole, each sender's in order, without a gap. */
  static final class Check {
    private final MemoryLog log;
    private final EventOpener opener;
    private final int[] next;

    Check(MemoryLog log, int senders) {
      this.log = log;
      this.opener = log.opener();
      this.next = new int[senders];
    }

    /** Takes in everything there is by now. */
    void readAll(LogReader reader) {
      List<CommittedEntry> command;
      while ((command = reader.next()) != null) {
        take(command);
      }
    }

    private void take(List<CommittedEntry> command) {
      List<Part> parts = new ArrayList<>();
      for (CommittedEntry entry : command) {
        if (opener.open(entry).event() instanceof Part part) {
          parts.add(part);
        }
      }
      for (int i = 0; i < parts.size(); i++) {
        Part part = parts.get(i);
        int expected = next[part.sender()];
        require(part.number() == expected, "command " + expected + " expected, found " + part);
        require(part.part() == i && part.parts() == parts.size(), "torn: " + parts);
        require(parts.size() == parts(part.number()), "parts missing: " + parts);
        SealedValue secret = part.secret();
        require((secret == null) == (part.number() % 5 != 0), "its value is missing: " + part);
        if (secret != null) {
          CborMap value = secret.open(log.sealer());
          require(
              value != null && value.getString(0).equals("secret " + part.number()),
              "its value is another: " + part);
        }
      }
      if (!parts.isEmpty()) {
        next[parts.get(0).sender()]++;
      }
    }

    private static void require(boolean holds, String otherwise) {
      if (!holds) {
        throw new IllegalStateException(otherwise);
      }
    }

    /** The number of commands of a sender. */
    int count(int sender) {
      return next[sender];
    }
  }
}
