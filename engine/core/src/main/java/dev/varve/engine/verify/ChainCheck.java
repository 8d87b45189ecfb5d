package dev.varve.engine.verify;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.event.EngineEvents;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks records one after the other, from genesis on. Everything that reads a log goes through
 * here, so that reading and verifying cannot disagree. Not thread-safe.
 *
 * <p>After a damaged entry the check goes on: the next entry may link to the hash that the damaged
 * one states or to the one it really has, so that one flipped bit is one finding and not a trail of
 * them.
 */
public final class ChainCheck {
  private static final byte[] ZEROS = new byte[EntryHash.SIZE];

  private final EntryHash hash = new EntryHash();
  private long next;
  private int epoch;
  private byte[] computedHead = ZEROS;
  private byte[] statedHead = ZEROS;
  private @Nullable EntryHeader before;
  private byte @Nullable [] soundHead;
  private @Nullable LogId logId;
  private @Nullable CommandId openCommand;
  private long openFrom;
  private int openEntries;
  private boolean commandUnknown;
  private boolean payloadsLeftOut;

  /** A check of headers whose payloads were left out, all of them: everything but the payloads. */
  public static ChainCheck ofHeaders() {
    ChainCheck check = new ChainCheck();
    check.payloadsLeftOut = true;
    return check;
  }

  /** A check that goes on behind an entry that is known to be whole and in its place. */
  public static ChainCheck behind(LogId log, EntryHeader last) {
    ChainCheck check = after(last);
    check.logId = log;
    return check;
  }

  /** A check that goes on behind an entry as if it were in order, or begins when there is none. */
  static ChainCheck after(@Nullable EntryHeader last) {
    ChainCheck check = new ChainCheck();
    if (last == null) {
      return check;
    }
    check.next = last.sequence() + 1;
    check.epoch = last.epoch();
    check.computedHead = last.entryHash();
    check.statedHead = check.computedHead;
    check.before = last;
    check.soundHead = check.computedHead;
    if (!last.isLastOfCommand()) {
      check.openCommand = last.command();
      check.openFrom = last.sequence() - last.commandIndex();
      check.openEntries = last.commandIndex() + 1;
    }
    return check;
  }

  /** Goes on where another one has come to that began where this one is. */
  void goOnAs(ChainCheck other) {
    next = other.next;
    epoch = other.epoch;
    computedHead = other.computedHead;
    statedHead = other.statedHead;
    before = other.before;
    soundHead = other.soundHead;
    logId = logId == null ? other.logId : logId;
    openCommand = other.openCommand;
    openFrom = other.openFrom;
    openEntries = other.openEntries;
    commandUnknown = other.commandUnknown;
  }

  /** Checks the next record; an empty list means that it is whole and in its place. */
  public List<Finding> check(byte[] record) {
    long sequence = next++;
    List<Finding> findings = new ArrayList<>(0);
    if (record.length < EntryHeader.SIZE) {
      findings.add(
          new Finding(
              sequence,
              FindingKind.FORMAT,
              "an entry has at least 280 bytes, found " + record.length));
      lost(ZEROS, ZEROS);
      return findings;
    }
    EntryHeader header = EntryHeader.of(record);
    byte[] computed = hash.ofHeader(record, 0);
    boolean sound = true;
    String defect = header.defect();
    if (!header.states(computed)) {
      findings.add(
          new Finding(
              sequence, FindingKind.ENTRY_HASH, "the header does not hash to what it states"));
      sound = false;
    }
    if (defect != null) {
      findings.add(new Finding(sequence, FindingKind.FORMAT, defect));
      sound = false;
    }
    if (!sound) {
      lost(computed, header.entryHash());
      return findings;
    }
    checkPayload(sequence, header, record, findings);
    checkAlgorithms(sequence, header, findings);
    if (checkPlace(sequence, header, findings)) {
      checkCommand(sequence, header, findings);
    } else {
      // What is missing before it may be what its command or the one before lacks.
      commandLost();
    }
    if (sequence == 0) {
      logId = new LogId(header.stream().high(), header.stream().low());
    }
    epoch = header.epoch();
    before = header;
    computedHead = computed;
    statedHead = computed;
    if (findings.isEmpty()) {
      soundHead = computed;
    }
    return findings;
  }

  /**
   * Checks one record by itself: form, hashes and sequence, but not whether it follows the one
   * before.
   */
  public static List<Finding> alone(long sequence, byte[] record) {
    ChainCheck check = new ChainCheck();
    check.next = sequence;
    check.commandUnknown = true;
    if (record.length >= EntryHeader.SIZE) {
      EntryHeader header = EntryHeader.of(record);
      check.computedHead = header.previousHash();
      check.epoch = header.epoch();
    }
    return check.check(record);
  }

  private void lost(byte[] computed, byte[] stated) {
    computedHead = computed;
    statedHead = stated;
    before = null;
    commandLost();
  }

  private void commandLost() {
    openCommand = null;
    commandUnknown = true;
  }

  private void checkPayload(
      long sequence, EntryHeader header, byte[] record, List<Finding> findings) {
    int length = record.length - EntryHeader.SIZE;
    if (payloadsLeftOut) {
      if (length != 0) {
        findings.add(
            new Finding(sequence, FindingKind.FORMAT, "no payload expected, found " + length));
      }
    } else if (header.payloadLength() != length) {
      findings.add(
          new Finding(
              sequence,
              FindingKind.FORMAT,
              "payload of " + header.payloadLength() + " bytes expected, found " + length));
    } else if (!header.fits(
        hash.ofPayload(header.hashAlgorithm(), record, EntryHeader.SIZE, length))) {
      findings.add(
          new Finding(
              sequence, FindingKind.PAYLOAD_DIGEST, "the payload does not hash to its digest"));
    }
  }

  /** A log changes its algorithms only behind the entry that says so. */
  private void checkAlgorithms(long sequence, EntryHeader header, List<Finding> findings) {
    EntryHeader last = before;
    if (last == null || last.eventType() == EngineEvents.ALGORITHMS_CHANGED.number()) {
      return;
    }
    if (header.hashAlgorithm() != last.hashAlgorithm()
        || header.sealAlgorithm() != last.sealAlgorithm()) {
      findings.add(
          new Finding(
              sequence,
              FindingKind.FORMAT,
              "hash and seal algorithm are "
                  + header.hashAlgorithm()
                  + " and "
                  + header.sealAlgorithm()
                  + ", those of the entry before "
                  + last.hashAlgorithm()
                  + " and "
                  + last.sealAlgorithm()
                  + ", and it announces no change"));
    }
  }

  private boolean checkPlace(long sequence, EntryHeader header, List<Finding> findings) {
    int found = findings.size();
    if (header.sequence() != sequence) {
      findings.add(
          new Finding(
              sequence,
              FindingKind.SEQUENCE_GAP,
              "sequence " + sequence + " expected, found " + header.sequence()));
    }
    if (header.epoch() != epoch && !beginsNextEpoch(sequence, header)) {
      findings.add(
          new Finding(
              sequence,
              FindingKind.EPOCH,
              "epoch " + epoch + " expected, found " + header.epoch()));
    }
    if (!header.follows(computedHead) && !header.follows(statedHead)) {
      findings.add(
          new Finding(
              sequence,
              FindingKind.PREV_HASH,
              sequence == 0
                  ? "genesis follows another entry"
                  : "it does not follow entry " + (sequence - 1)));
    }
    return findings.size() == found;
  }

  /**
   * The epoch grows by one where the first entry of a command says so, and nowhere else; a damaged
   * one may have said so.
   */
  private boolean beginsNextEpoch(long sequence, EntryHeader header) {
    boolean says =
        header.eventType() == EngineEvents.EPOCH_BEGAN.number() && header.commandIndex() == 0;
    return header.epoch() == epoch + 1 && sequence > 0 && (says || before == null);
  }

  private void checkCommand(long sequence, EntryHeader header, List<Finding> findings) {
    if (header.commandIndex() == 0) {
      if (openCommand != null && header.eventType() != EngineEvents.COMMAND_ABANDONED.number()) {
        findings.add(
            new Finding(
                openFrom,
                FindingKind.INCOMPLETE_COMMAND,
                "entries "
                    + openFrom
                    + " to "
                    + (sequence - 1)
                    + " have no last entry and were not abandoned"));
      }
      openCommand = header.command();
      openFrom = sequence;
      openEntries = 0;
      commandUnknown = false;
    } else if (!commandUnknown
        && (openCommand == null
            || !openCommand.equals(header.command())
            || openEntries != header.commandIndex())) {
      findings.add(
          new Finding(
              sequence,
              FindingKind.INCOMPLETE_COMMAND,
              "index " + header.commandIndex() + " of a command whose entry before is not there"));
      commandLost();
    }
    openEntries++;
    if (header.isLastOfCommand()) {
      openCommand = null;
      commandUnknown = false;
    }
  }

  /** The sequence that the next record must have; so far, the number of records. */
  public long nextSequence() {
    return next;
  }

  /** Epoch of the last whole entry. */
  public int epoch() {
    return epoch;
  }

  /** The log id that genesis states, or null. */
  public @Nullable LogId logId() {
    return logId;
  }

  /** Hash of the last record as computed, zeros before genesis. */
  public byte[] head() {
    return computedHead.clone();
  }

  /** Hash of the last entry without a finding, or null. */
  public @Nullable ByteString soundHead() {
    return soundHead == null ? null : ByteString.of(soundHead);
  }

  /** The command that has begun and not ended, or null. */
  public @Nullable CommandId openCommand() {
    return openCommand;
  }

  /** First sequence of {@link #openCommand}. */
  public long openFrom() {
    return openFrom;
  }
}
