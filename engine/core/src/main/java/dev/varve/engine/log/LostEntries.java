package dev.varve.engine.log;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.event.EngineEvents;
import dev.varve.engine.store.EntryStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Whole entries on a medium that lie behind what is kept of a log: found by their own hashes, put
 * together to commands by their links. Headers are held in memory, payloads some at a time.
 */
final class LostEntries {
  /** Payload bytes that are held at once. */
  private static final long BATCH = 32L << 20;

  private static final Comparator<EntryHeader> BY_PLACE =
      Comparator.comparingInt(EntryHeader::epoch).thenComparingLong(EntryHeader::sequence);

  private final EntryStore store;
  private final Map<ByteString, EntryHeader> byHash = new LinkedHashMap<>();
  private final List<List<EntryHeader>> commands = new ArrayList<>();

  /** Looks through a medium for entries of {@code epoch} from {@code kept} on, and later epochs. */
  LostEntries(EntryStore store, int epoch, long kept) {
    this.store = store;
    store.carve(
        record -> {
          EntryHeader header = EntryHeader.of(record);
          if (header.epoch() > epoch || (header.epoch() == epoch && header.sequence() >= kept)) {
            byHash.put(ByteString.of(header.entryHash()), header);
          }
        });
    putTogether();
  }

  private void putTogether() {
    Map<ByteString, List<EntryHeader>> followers = new HashMap<>();
    List<EntryHeader> firsts = new ArrayList<>();
    for (EntryHeader header : byHash.values()) {
      if (header.commandIndex() == 0) {
        firsts.add(header);
      } else {
        followers
            .computeIfAbsent(ByteString.of(header.previousHash()), hash -> new ArrayList<>(1))
            .add(header);
      }
    }
    firsts.sort(BY_PLACE);
    for (EntryHeader first : firsts) {
      List<EntryHeader> command = new ArrayList<>(List.of(first));
      EntryHeader last = first;
      while (last != null && !last.isLastOfCommand()) {
        EntryHeader before = last;
        last = null;
        for (EntryHeader next :
            followers.getOrDefault(ByteString.of(before.entryHash()), List.of())) {
          if (continues(before, next)) {
            last = next;
            command.add(next);
            break;
          }
        }
      }
      if (last != null) {
        commands.add(List.copyOf(command));
      }
    }
  }

  private static boolean continues(EntryHeader before, EntryHeader next) {
    return next.command().equals(before.command())
        && next.commandIndex() == before.commandIndex() + 1
        && next.sequence() == before.sequence() + 1
        && next.epoch() == before.epoch();
  }

  boolean isEmpty() {
    return byHash.isEmpty();
  }

  /** Highest epoch of any of them, or {@code atLeast}. */
  int lastEpoch(int atLeast) {
    int last = atLeast;
    for (EntryHeader header : byHash.values()) {
      last = Math.max(last, header.epoch());
    }
    return last;
  }

  /** Complete commands, by place. */
  List<List<EntryHeader>> commands() {
    return commands;
  }

  /** First and last sequence that was seen of each epoch. */
  Map<Integer, long[]> ranges() {
    Map<Integer, long[]> ranges = new TreeMap<>();
    for (EntryHeader header : byHash.values()) {
      long[] range =
          ranges.computeIfAbsent(
              header.epoch(), epoch -> new long[] {header.sequence(), header.sequence()});
      range[0] = Math.min(range[0], header.sequence());
      range[1] = Math.max(range[1], header.sequence());
    }
    return ranges;
  }

  /** The hash that an entry had, as the one behind it states; null when that one was not found. */
  @Nullable ByteString hashBefore(int epoch, long sequence) {
    for (EntryHeader header : byHash.values()) {
      if (header.epoch() == epoch && header.sequence() == sequence + 1) {
        return ByteString.of(header.previousHash());
      }
    }
    return null;
  }

  /** Hands out the records that introduce names and subjects, those of incomplete commands too. */
  void introductions(Consumer<byte[]> consumer) {
    store.carve(
        record -> {
          EntryHeader header = EntryHeader.of(record);
          if (isIntroduction(header) && byHash.containsKey(ByteString.of(header.entryHash()))) {
            consumer.accept(record);
          }
        });
  }

  static boolean isIntroduction(EntryHeader header) {
    return header.eventType() == EngineEvents.NAME_INTRODUCED.number()
        || header.eventType() == EngineEvents.SUBJECT_INTRODUCED.number();
  }

  /** Every sequence of an epoch of which an entry was seen. */
  Set<Long> sequences(int epoch) {
    Set<Long> sequences = new HashSet<>();
    for (EntryHeader header : byHash.values()) {
      if (header.epoch() == epoch) {
        sequences.add(header.sequence());
      }
    }
    return sequences;
  }

  /** Hands out the records of every complete command, by place. */
  void read(Consumer<List<byte[]>> consumer) {
    int from = 0;
    while (from < commands.size()) {
      int to = from;
      long bytes = 0;
      Map<ByteString, byte[]> wanted = new HashMap<>();
      while (to < commands.size() && (to == from || bytes < BATCH)) {
        for (EntryHeader header : commands.get(to)) {
          wanted.put(ByteString.of(header.entryHash()), new byte[0]);
          bytes += header.payloadLength();
        }
        to++;
      }
      store.carve(
          record ->
              wanted.computeIfPresent(
                  ByteString.of(EntryHeader.of(record).entryHash()), (hash, none) -> record));
      for (List<EntryHeader> command : commands.subList(from, to)) {
        consumer.accept(recordsOf(command, wanted));
      }
      from = to;
    }
  }

  private static List<byte[]> recordsOf(
      List<EntryHeader> command, Map<ByteString, byte[]> records) {
    List<byte[]> found = new ArrayList<>(command.size());
    for (EntryHeader header : command) {
      found.add(records.getOrDefault(ByteString.of(header.entryHash()), new byte[0]));
    }
    return found;
  }
}
