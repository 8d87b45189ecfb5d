package dev.varve.tools.faults;

import dev.varve.engine.VarveException;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.command.Actor;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.verify.Evidence;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import dev.varve.projections.AgentMemory;
import dev.varve.projections.LayerState;
import dev.varve.projections.MemoryReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A process that damages one file of a log, opens it, and puts the file back, once for each number.
 * Arguments: place of the log, folder of the place, keys, note kept elsewhere, first number, end,
 * seed. Says {@code N reported}, {@code N same}, or {@code N LOST why}; a case that does not end
 * within five seconds ends the process.
 */
final class DamageProbe {
  static final long BOUND_MILLIS = 5_000;

  /** Every so many cases the damaged log is opened for writing too. */
  private static final int WRITING = 20;

  private final LogFolder folder;
  private final Evidence evidence;
  private final List<ByteString> records;
  private final List<LayerState> state;
  private final Map<Path, byte[]> files;
  private final Path home;
  private volatile long began;

  private DamageProbe(LogFolder folder, Path home, ByteString note) throws IOException {
    this.folder = folder;
    this.home = home;
    List<VerifierKey> keys;
    try (EntryStore store = folder.openStoreReadOnly()) {
      keys = folder.verifierKeys(MemoryLog.idOf(store));
    }
    this.evidence = new Evidence(keys, note);
    Seen sound = look();
    this.records = sound.records;
    this.state = sound.state;
    if (sound.verdict != Verdict.OK) {
      throw new IllegalStateException("the log is not sound: " + sound.verdict);
    }
    this.files = filesOf(home);
  }

  private static Map<Path, byte[]> filesOf(Path home) throws IOException {
    Map<Path, byte[]> files = new TreeMap<>();
    try (Stream<Path> found = Files.list(home)) {
      for (Path file : (Iterable<Path>) found::iterator) {
        if (Files.isRegularFile(file)) {
          files.put(file, Files.readAllBytes(file));
        }
      }
    }
    return files;
  }

  public static void main(String[] args) throws IOException {
    LogFolder folder = LogFolder.at(Path.of(args[0])).withKeys(Path.of(args[2]));
    SignedNote note = SignedNote.parse(Files.readAllBytes(Path.of(args[3])));
    DamageProbe probe = new DamageProbe(folder, Path.of(args[1]), ByteString.of(note.toBytes()));
    int end = Integer.parseInt(args[5]);
    long seed = Long.parseLong(args[6]);
    Thread watchdog = new Thread(() -> probe.watch());
    watchdog.setDaemon(true);
    watchdog.start();
    for (int number = Integer.parseInt(args[4]); number < end; number++) {
      System.out.println(number + " " + probe.damaged(number, seed));
      System.out.flush();
    }
  }

  private void watch() {
    while (true) {
      long since = began;
      if (since != 0 && System.nanoTime() - since > BOUND_MILLIS * 1_000_000) {
        Runtime.getRuntime().halt(3);
      }
      try {
        Thread.sleep(200);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private String damaged(int number, long seed) throws IOException {
    List<Path> names = new ArrayList<>();
    files.forEach(
        (file, bytes) -> {
          if (bytes.length > 0) {
            names.add(file);
          }
        });
    Path file = names.get(Math.floorMod(number, names.size()));
    Damage damage = new Damage(seed * 1_000_003 + number);
    byte[] sound = Objects.requireNonNull(files.get(file));
    byte[] changed = damage.of(sound);
    put(file, changed);
    boolean writes = number % WRITING == 0;
    try {
      String outcome = timed(this::reading);
      if (writes && !outcome.startsWith("LOST")) {
        String written = timed(this::writing);
        outcome = written.startsWith("LOST") ? written : outcome;
      }
      return outcome.startsWith("LOST")
          ? outcome + ", " + file.getFileName() + ": " + damage
          : outcome;
    } finally {
      restore(file, sound, writes);
    }
  }

  /** In place: a file that is emptied and written anew is flushed by some file systems. */
  private static void put(Path file, byte[] bytes) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.write(bytes);
      open.setLength(bytes.length);
    }
  }

  private void restore(Path file, byte[] sound, boolean all) throws IOException {
    if (!all) {
      put(file, sound);
      return;
    }
    for (Path now : filesOf(home).keySet()) {
      if (!files.containsKey(now)) {
        Files.delete(now);
      }
    }
    for (Map.Entry<Path, byte[]> each : files.entrySet()) {
      put(each.getKey(), each.getValue());
    }
  }

  /** Something that says how it went. */
  private interface Attempt {
    String run();
  }

  private String timed(Attempt attempt) {
    began = System.nanoTime();
    try {
      return attempt.run();
    } catch (VarveException e) {
      return e.getMessage() == null ? "LOST: " + e.getClass() + " without a word" : "reported";
    } catch (RuntimeException | Error e) {
      return "LOST: " + e + " at " + List.of(e.getStackTrace());
    } finally {
      began = 0;
    }
  }

  private String reading() {
    Seen seen = look();
    if (seen.verdict != Verdict.OK) {
      return "reported";
    }
    return sameOrLost(seen);
  }

  private String sameOrLost(Seen seen) {
    if (!seen.records.equals(records)) {
      return "LOST: the entries are others and nothing was said";
    }
    return seen.state.equals(state) ? "same" : "LOST: the state is another and nothing was said";
  }

  /** A log that is opened for writing goes on behind all that it held. */
  private String writing() {
    Actor actor = Actor.unsigned("dev.varve.tools", 1);
    int size;
    try (AgentMemory memory = AgentMemory.open(folder.open(), actor, Durability.POWER)) {
      if (!memory.log().isWritable()) {
        return "reported";
      }
      size = (int) memory.log().lastSequence() + 1;
      memory
          .writer()
          .registerActor(memory.writer().newOrigin(), Actor.unsigned("com.example.other", 2));
    }
    try (EntryStore store = folder.openStoreReadOnly()) {
      List<ByteString> now = recordsOf(store);
      boolean whole = size == records.size() && now.subList(0, size).equals(records);
      VerificationReport report = LogVerifier.verify(store, evidence);
      return report.verdict() != Verdict.OK || whole
          ? "reported"
          : "LOST: writing went on behind " + size + " entries of " + records.size();
    }
  }

  /** What a reader sees. */
  private record Seen(Verdict verdict, List<ByteString> records, List<LayerState> state) {}

  private Seen look() {
    LogPorts ports = folder.openReadOnly();
    try {
      VerificationReport report = LogVerifier.verify(ports.store(), evidence);
      if (report.verdict() != Verdict.OK) {
        return new Seen(report.verdict(), List.of(), List.of());
      }
      List<ByteString> found = recordsOf(ports.store());
      MemoryLog log = MemoryLog.open(ports, MemoryReader.registry(), Durability.PROCESS);
      return new Seen(
          log.damage() == null ? Verdict.OK : Verdict.DAMAGED,
          found,
          MemoryReader.at(log, Long.MAX_VALUE).state());
    } finally {
      ports.keys().close();
      ports.store().close();
    }
  }

  private static List<ByteString> recordsOf(EntryStore store) {
    List<ByteString> records = new ArrayList<>();
    try (EntryCursor cursor = store.cursor(0)) {
      for (byte[] record = cursor.next(); record != null; record = cursor.next()) {
        records.add(ByteString.of(record));
      }
    }
    return records;
  }
}
