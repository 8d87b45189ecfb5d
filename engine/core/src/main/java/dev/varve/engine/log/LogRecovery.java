package dev.varve.engine.log;

import dev.varve.engine.VarveException;
import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.command.Actor;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.LogPosition;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.log.RecoveryOutcome.Lost;
import dev.varve.engine.log.RecoveryOutcome.Reason;
import dev.varve.engine.log.RecoveryPlan.Diagnosis;
import dev.varve.engine.seal.Envelope;
import dev.varve.engine.seal.KeyBrokenException;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.SealBrokenException;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.verify.Finding;
import dev.varve.engine.verify.FindingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what is wrong with a log, and repairs it without recomputing a hash.
 *
 * <pre>
 *  old store   ├── whole commands ──┤ damage ├── whole again ──┤
 *                  │ byte for byte                │ as new entries, with their origin
 *  new store   ├── the same ────────┤ EpochBegan ├─────────────┤
 * </pre>
 *
 * <p>The new store is complete and on the disk before it takes the old one's place; the old one is
 * kept, all of it. Where nothing is wrong nothing is done. See {@link RecoveryDecision}.
 *
 * <p>It owns the ports that it was opened with. Not thread-safe.
 */
public final class LogRecovery implements AutoCloseable {
  private final LogPorts ports;
  private final EventRegistry registry;
  private final MemoryLog old;
  private final NotesExamined notes;
  private final RecoveryPlan plan;
  private final LostEntries lost;
  private boolean closed;

  private LogRecovery(
      LogPorts ports, EventRegistry registry, MemoryLog old, List<VerifierKey> trusted) {
    this.ports = ports;
    this.registry = registry;
    this.old = old;
    EntryStore store = ports.store();
    this.notes = new NotesExamined(store.notes(), old.id(), trusted);
    long whole = old.tree().size();
    long complete = old.lastSequence() + 1;
    Checkpoint anchor = notes.anchor(old.tree(), whole);
    List<Diagnosis> diagnoses = new ArrayList<>();
    Finding damage = old.damage();
    if (damage != null && isOfMedium(damage)) {
      requireUnreadable(damage.sequence());
    }
    if (damage == null && notes.signedSize() > whole) {
      // The notes could not be read when the log was opened, and now they can.
      damage = MemoryLog.tailLost(whole, notes.signedSize());
    }
    if (damage != null
        && damage.kind() == FindingKind.CHECKPOINT
        && notes.isSigned()
        && notes.signedSize() <= whole) {
      // An opening looks at sizes alone.
      diagnoses.add(
          new Diagnosis(
              RecoveryDecision.NOTES_DAMAGED,
              damage.sequence(),
              damage.detail() + ", and no trusted key signed it"));
      damage = null;
    }
    long kept = damage == null || isOfMedium(damage) ? whole : complete;
    long contradicted = notes.contradictedAt(old.tree(), kept);
    if (contradicted >= 0) {
      anchor = notes.anchor(old.tree(), contradicted - 1);
      kept = Math.max(firstCommand(), anchor == null ? 0 : anchor.size());
      diagnoses.add(
          new Diagnosis(
              RecoveryDecision.CONTRADICTED,
              contradicted - 1,
              "a signed note has another root for the first " + contradicted + " entries"));
    }
    // From genesis on: a signature says what the entries were, not that anybody read them.
    Finding forged = firstNotAuthentic(kept);
    if (forged != null) {
      kept = forged.sequence();
      diagnoses.add(
          new Diagnosis(RecoveryDecision.NOT_AUTHENTIC, forged.sequence(), forged.detail()));
    }
    int epoch = epochOf(kept);
    LostEntries behind = new LostEntries(store, epoch, Math.min(kept, complete));
    boolean torn = damage != null && isOfMedium(damage) && isTorn(behind, whole);
    if (damage != null) {
      diagnoses.add(diagnosis(damage, torn, behind, epoch));
      kept = torn ? kept : Math.min(kept, complete);
    } else if (store.obstacle() != null) {
      diagnoses.add(
          new Diagnosis(RecoveryDecision.TORN_TAIL, whole, String.valueOf(store.obstacle())));
    }
    if (damage == null && complete < whole) {
      diagnoses.add(
          new Diagnosis(
              RecoveryDecision.INCOMPLETE_COMMAND,
              complete,
              "entries " + complete + " to " + (whole - 1) + " were never acknowledged"));
    }
    String badNotes = notes.damage();
    if (badNotes != null) {
      diagnoses.add(new Diagnosis(RecoveryDecision.NOTES_DAMAGED, 0, badNotes));
    }
    diagnoses.sort(java.util.Comparator.comparingLong(Diagnosis::sequence));
    RecoveryPlan made =
        new RecoveryPlan(
            old.id(),
            whole,
            kept,
            epoch,
            anchor == null ? 0 : Math.min(anchor.size(), kept),
            anchor == null ? ByteString.of(new byte[0]) : anchor.root(),
            notes.signedSize(),
            diagnoses);
    // Behind what is kept in the end, which is less where a command is not complete.
    if (made.beginsEpoch() && kept > complete) {
      kept = complete;
    }
    this.plan = withKept(made, kept);
    this.lost = behind;
  }

  private static RecoveryPlan withKept(RecoveryPlan plan, long kept) {
    return new RecoveryPlan(
        plan.log(),
        plan.entries(),
        kept,
        plan.epoch(),
        plan.anchorSize(),
        plan.anchorRoot(),
        plan.signedSize(),
        plan.diagnoses());
  }

  /**
   * Looks at a log. Nothing is changed; whenever this fails, store and key store are closed.
   *
   * @param ports with the store opened for writing where the recovery is to be carried out, so that
   *     nobody else writes it
   * @param trusted keys that sign its checkpoints; none: notes are compared all the same
   * @throws DamagedLogException when not even its first command is whole
   * @throws KeyStoreException when its keys are not there
   */
  public static LogRecovery of(LogPorts ports, EventRegistry registry, List<VerifierKey> trusted) {
    MemoryLog old = MemoryLog.examine(ports, registry);
    boolean made = false;
    try {
      LogRecovery recovery = new LogRecovery(ports, registry, old, trusted);
      made = true;
      return recovery;
    } finally {
      if (!made) {
        old.close();
      }
    }
  }

  /** What is wrong, and what would be done. */
  public RecoveryPlan plan() {
    return plan;
  }

  private static boolean isOfMedium(Finding damage) {
    return damage.kind() == FindingKind.STORE;
  }

  /** A read that failed once is no reason to give up what lies behind it. */
  private void requireUnreadable(long sequence) {
    byte[] record;
    try (EntryCursor cursor = ports.store().cursor(sequence)) {
      record = cursor.next();
    } catch (StoreException e) {
      return;
    }
    if (record != null) {
      throw new StoreException(
          old.describe()
              + ": entry "
              + sequence
              + " could not be read, and then it could; nothing was changed");
    }
  }

  /** Number of entries of the first command. */
  private long firstCommand() {
    try (LogReader reader = old.reader()) {
      List<CommittedEntry> genesis = reader.next();
      return genesis == null ? 0 : genesis.size();
    }
  }

  private boolean isTorn(LostEntries behind, long whole) {
    if (notes.signedSize() > whole) {
      return false;
    }
    for (long[] range : behind.ranges().values()) {
      if (range[1] >= whole) {
        return false;
      }
    }
    return true;
  }

  /** The first command below {@code kept} with a payload that its key does not open, or null. */
  private @Nullable Finding firstNotAuthentic(long kept) {
    EventOpener opener = old.opener();
    long end = Math.min(kept, old.lastSequence() + 1);
    try (LogReader reader = old.reader()) {
      List<CommittedEntry> command;
      long last = -1;
      while (last + 1 < end && (command = reader.next()) != null) {
        last = command.get(command.size() - 1).sequence();
        if (last >= kept) {
          return null;
        }
        for (CommittedEntry entry : command) {
          String wrong = wrong(opener, entry);
          if (wrong != null) {
            return new Finding(command.get(0).sequence(), FindingKind.NOT_AUTHENTIC, wrong);
          }
        }
      }
      return null;
    }
  }

  /** Why an entry cannot have been written with the keys of this log, or null. */
  private static @Nullable String wrong(EventOpener opener, CommittedEntry entry) {
    try {
      Envelope unused = Envelope.of(entry.storedPayload());
    } catch (VarveException e) {
      return "entry " + entry.sequence() + ": " + e.getMessage();
    }
    try {
      OpenedEvent unused = opener.open(entry);
      return null;
    } catch (KeyBrokenException e) {
      // The key store's damage is none of the log's.
      return null;
    } catch (KeyStoreException e) {
      throw e;
    } catch (VarveException e) {
      boolean isForged = e.getCause() == null || e.getCause() instanceof SealBrokenException;
      return isForged ? String.valueOf(e.getMessage()) : null;
    }
  }

  private int epochOf(long kept) {
    if (kept == 0) {
      return 0;
    }
    try (EntryCursor cursor = ports.store().cursor(kept - 1)) {
      byte[] record = cursor.next();
      return record == null ? 0 : EntryHeader.of(record).epoch();
    }
  }

  private Diagnosis diagnosis(Finding damage, boolean torn, LostEntries behind, int epoch) {
    long sequence = damage.sequence();
    String detail = damage.kind() + ": " + damage.detail();
    if (torn) {
      return new Diagnosis(RecoveryDecision.TORN_TAIL, sequence, detail);
    }
    if (damage.kind() == FindingKind.CHECKPOINT) {
      return new Diagnosis(RecoveryDecision.TAIL_LOST, sequence, damage.detail());
    }
    ByteString hash = behind.hashBefore(epoch, sequence);
    if (hash != null) {
      detail += "; the entry behind it states that its hash was " + hash.hex();
    }
    if (isOfMedium(damage)) {
      return new Diagnosis(RecoveryDecision.RECORDS_MISSING, sequence, detail);
    }
    if (introducesNames(sequence)) {
      return new Diagnosis(RecoveryDecision.NAMES_DAMAGED, sequence, detail);
    }
    if (damage.kind() == FindingKind.NOT_AUTHENTIC) {
      return new Diagnosis(RecoveryDecision.NOT_AUTHENTIC, sequence, detail);
    }
    boolean isSigned = sequence < notes.signedSize();
    return new Diagnosis(
        isSigned ? RecoveryDecision.DAMAGE_BELOW_SIGNED : RecoveryDecision.DAMAGE_ABOVE_SIGNED,
        sequence,
        isSigned
            ? detail + "; a signed note covers " + notes.signedSize() + " entries, this one too"
            : detail);
  }

  private boolean introducesNames(long sequence) {
    try (EntryCursor cursor = ports.store().cursor(sequence)) {
      byte[] record;
      while ((record = cursor.next()) != null && record.length >= EntryHeader.SIZE) {
        EntryHeader header = EntryHeader.of(record);
        if (LostEntries.isIntroduction(header)) {
          return true;
        }
        if (header.isLastOfCommand() || old.damage() == null) {
          return false;
        }
        if (old.damage().kind() != FindingKind.NOT_AUTHENTIC) {
          return false;
        }
      }
      return false;
    }
  }

  /**
   * Repairs the log as planned. Killed at any moment, the log is as it was or as it is to be, or
   * another recovery brings it there. Closes this.
   *
   * @param actor who recovers, registered in what is kept
   * @throws ActorNotRegisteredException when it is not; nothing was changed
   */
  public RecoveryOutcome carryOut(RecoverySite site, Actor actor) {
    if (!plan.isNeeded()) {
      throw new VarveException(old.describe() + ": there is nothing to recover");
    }
    RecoveryOutcome outcome = build(site, actor);
    site.ready();
    // Whoever opens the old store for writing from here on finds that it is replaced.
    close();
    site.finish();
    return outcome;
  }

  private RecoveryOutcome build(RecoverySite site, Actor actor) {
    EntryStore store = site.begin();
    boolean handedOver = false;
    try {
      copy(store);
      for (ByteString note : notes.borneOut(old.tree(), plan.kept())) {
        store.notes().add(note);
      }
      LogPorts staged =
          new LogPorts(
              store,
              new BorrowedKeys(ports.keys()),
              ports.wrapper(),
              ports.crypto(),
              ports.clock());
      handedOver = true;
      try (MemoryLog log = MemoryLog.open(staged, registry, Durability.PROCESS)) {
        if (!log.isRegistered(actor)) {
          throw new ActorNotRegisteredException(
              "actor " + actor.packageName() + " is not registered in this log");
        }
        RecoveryOutcome outcome = goOn(log, site, actor);
        ports.keys().force();
        store.force();
        return outcome;
      }
    } finally {
      if (!handedOver) {
        store.close();
      }
    }
  }

  private void copy(EntryStore store) {
    List<byte[]> batch = new ArrayList<>();
    try (EntryCursor cursor = ports.store().cursor(0)) {
      for (long i = 0; i < plan.kept(); i++) {
        byte[] record = cursor.next();
        if (record == null) {
          throw new StoreException(old.describe() + ": entry " + i + " is gone");
        }
        batch.add(record);
        if (EntryHeader.of(record).isLastOfCommand() || i == plan.kept() - 1) {
          store.append(batch);
          batch.clear();
        }
      }
    }
    store.force();
  }

  private RecoveryOutcome goOn(MemoryLog log, RecoverySite site, Actor actor) {
    if (!plan.beginsEpoch()) {
      if (plan.diagnoses().stream().anyMatch(each -> isTornTail(each))) {
        CommandReceipt unused =
            log.writer().record(actor, List.of(new EngineEvent.TailTruncated(0, site.setAside())));
      }
      return outcome(log, plan.epoch(), null, site);
    }
    int epoch = plan.epoch();
    int last = lost.lastEpoch(epoch) + 1;
    while (epoch < last) {
      // A sequence is used once in an epoch, of those that are lost too.
      epoch++;
      CommandReceipt unused =
          log.writer()
              .beginEpoch(
                  actor,
                  new EngineEvent.EpochBegan(
                      epoch, plan.anchorSize(), plan.anchorRoot(), plan.kept(), site.setAside()));
    }
    Salvage salvage = new Salvage(log, ports.keys(), new SalvagedNames(old), actor);
    lost.introductions(salvage::learn);
    lost.read(salvage::append);
    return outcome(log, epoch, salvage, site);
  }

  private static boolean isTornTail(Diagnosis diagnosis) {
    return diagnosis.decision() == RecoveryDecision.TORN_TAIL;
  }

  private RecoveryOutcome outcome(
      MemoryLog log, int epoch, @Nullable Salvage salvage, RecoverySite site) {
    return new RecoveryOutcome(
        plan,
        epoch,
        salvage == null ? 0 : salvage.commands(),
        salvage == null ? 0 : salvage.entries(),
        log.lastSequence() + 1,
        salvage == null ? List.of() : losses(salvage.fates()),
        site.setAside());
  }

  /** Every sequence behind what is kept that is not in the log again, and why. */
  private List<Lost> losses(Map<LogPosition, @Nullable Reason> fates) {
    List<Lost> losses = new ArrayList<>();
    Map<Integer, long[]> ranges = lost.ranges();
    long end = Math.max(plan.signedSize(), knownEnd());
    long[] behind = ranges.get(plan.epoch());
    if (behind != null) {
      // What is missing between the kept ones and the first that was seen is lost as well.
      behind[0] = plan.kept();
    }
    if (end > plan.kept() && !epochsAfter(ranges)) {
      long last = behind == null ? end - 1 : Math.max(behind[1], end - 1);
      ranges.put(plan.epoch(), new long[] {plan.kept(), last});
    }
    for (Map.Entry<Integer, long[]> range : ranges.entrySet()) {
      int epoch = range.getKey();
      Set<Long> seen = lost.sequences(epoch);
      for (long sequence = range.getValue()[0]; sequence <= range.getValue()[1]; sequence++) {
        LogPosition place = new LogPosition(epoch, sequence);
        Reason reason = fates.get(place);
        if (reason == null && !fates.containsKey(place)) {
          reason = seen.contains(sequence) ? Reason.COMMAND_INCOMPLETE : Reason.NOT_FOUND;
        }
        if (reason != null) {
          add(losses, epoch, sequence, reason);
        }
      }
    }
    return losses;
  }

  private boolean epochsAfter(Map<Integer, long[]> ranges) {
    return ranges.keySet().stream().anyMatch(epoch -> epoch > plan.epoch());
  }

  /** Records that the store yields, damaged ones too. */
  private long knownEnd() {
    long read = plan.entries();
    try (EntryCursor cursor = ports.store().cursor(Math.min(read, ports.store().size()))) {
      while (cursor.next() != null) {
        read++;
      }
    } catch (StoreException e) {
      // As far as it could be read.
    }
    return read;
  }

  private static void add(List<Lost> losses, int epoch, long sequence, Reason reason) {
    int last = losses.size() - 1;
    Lost before = last < 0 ? null : losses.get(last);
    if (before != null
        && before.epoch() == epoch
        && before.reason() == reason
        && before.last() == sequence - 1) {
      losses.set(last, new Lost(epoch, before.first(), sequence, reason));
    } else {
      losses.add(new Lost(epoch, sequence, sequence, reason));
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      old.close();
    }
  }
}
