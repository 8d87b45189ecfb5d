package dev.varve.engine.log;

/**
 * What can be wrong with a log, and what becomes of it: the decision table of recovery. {@code
 * docs/recovery.md} holds the same table for people.
 */
public enum RecoveryDecision {
  /** Bytes behind the last entry that never formed one. */
  TORN_TAIL(
      "bytes behind the last entry that never formed one; nothing whole lies behind them and no"
          + " signed note covers more",
      "reads everything, has no writer",
      "goes on behind the last entry and records TailTruncated",
      "every entry; the bytes in quarantine"),
  /** A command without its last entry at the end of the log. */
  INCOMPLETE_COMMAND(
      "the last command has no last entry: it was never acknowledged",
      "reads and writes; the next write records CommandAbandoned",
      "nothing",
      "every entry; those of the command do not count"),
  /** An entry that is not what was written, behind everything that was signed. */
  DAMAGE_ABOVE_SIGNED(
      "an entry is not what was written; no signed note covers it",
      "reads up to it, has no writer",
      "begins a new epoch behind the last whole command and appends again what lies whole behind"
          + " the damage",
      "every command before the damage as it stands, those whole behind it as new entries that name"
          + " their origin; the old files in quarantine"),
  /** An entry that is not what was written, among those that were signed. */
  DAMAGE_BELOW_SIGNED(
      "an entry is not what was written; a signed note covers it, so that it once was otherwise is"
          + " proven",
      "reads up to it, has no writer",
      "begins a new epoch behind the last whole command, anchored at the newest note that the whole"
          + " entries bear out, and appends again what lies whole behind the damage",
      "as for damage above; notes that cover more stay in quarantine, as evidence"),
  /** An index or table of the store that is made from the entries. */
  DISPOSABLE_LOST(
      "an index or another file that is made from the entries is missing or damaged",
      "reads and writes; makes it anew",
      "nothing",
      "everything"),
  /** Records missing in the middle. */
  RECORDS_MISSING(
      "records are missing or unreadable, a segment for instance, and whole ones lie behind them",
      "reads up to them, has no writer",
      "begins a new epoch, and appends again what lies whole behind them",
      "as for damage; what is missing is listed"),
  /** An entry that introduces a name or a subject. */
  NAMES_DAMAGED(
      "an entry that introduces a name or a subject is damaged or does not open under the log's"
          + " key",
      "reads up to its command, has no writer",
      "begins a new epoch; names that are lost are left empty, subjects are found by whose key opens"
          + " an entry, and what no key opens is listed",
      "as for damage"),
  /** A payload that does not open under its key. */
  NOT_AUTHENTIC(
      "a payload does not open under its subject's key, though its hashes are in order: who wrote it"
          + " had not the keys",
      "reads up to it, has no writer",
      "begins a new epoch without its command",
      "as for damage"),
  /** The snapshot of the state. */
  SNAPSHOT_DAMAGED(
      "the snapshot is damaged, of another version, or does not fit the log",
      "reads and writes; reads the log from genesis instead",
      "nothing",
      "everything"),
  /** The key of the log or what wraps it. */
  LOG_KEYS_MISSING(
      "the log's key, or what wraps it, is not there",
      "nothing can be opened; the log still verifies",
      "nothing: restore the keys",
      "everything, sealed"),
  /** The key of a subject. */
  SUBJECT_KEY_MISSING(
      "the key of a subject is not there",
      "reads and writes; what it sealed reads as erased",
      "nothing",
      "everything; what the key sealed stays sealed for good"),
  /** The signed notes. */
  NOTES_DAMAGED(
      "the file of signed notes is damaged, or a note that no trusted key signed covers more entries"
          + " than there are",
      "reads; in the first case writes too, and adds no note",
      "goes on with the notes that count",
      "every entry; the old file in quarantine"),
  /** Entries that were signed are missing at the end. */
  TAIL_LOST(
      "the newest signed note covers more entries than there are: acknowledged entries are lost",
      "reads everything, has no writer",
      "begins a new epoch, so that no sequence is used twice, and appends again what is found",
      "every entry; the note in quarantine, as evidence"),
  /** Whole entries that are not those that were signed. */
  CONTRADICTED(
      "the entries are whole, and not those of a signed note: somebody made them anew",
      "reads and writes; verify says CONTRADICTS_CHECKPOINT",
      "begins a new epoch behind the newest note that is borne out, and appends again what opens"
          + " under the log's keys",
      "as for damage"),
  /** The first command of the log. */
  GENESIS_DAMAGED(
      "not even the first command is whole",
      "refuses",
      "nothing: nothing of this log can be proven; import a copy",
      "every byte, where it is"),
  /** A recovery that was killed on its way. */
  RECOVERY_INTERRUPTED(
      "a recovery was killed on its way",
      "as before, when the new log was not complete; else refuses and names recover",
      "starts over, or brings it to its end when the new log was complete",
      "everything");

  private final String seen;
  private final String onOpen;
  private final String onRecover;
  private final String kept;

  RecoveryDecision(String seen, String onOpen, String onRecover, String kept) {
    this.seen = seen;
    this.onOpen = onOpen;
    this.onRecover = onRecover;
    this.kept = kept;
  }

  /** What is seen. */
  public String seen() {
    return seen;
  }

  /** What opening the log does. */
  public String onOpen() {
    return onOpen;
  }

  /** What recovering the log does. */
  public String onRecover() {
    return onRecover;
  }

  /** What is kept, and where. */
  public String kept() {
    return kept;
  }

  /** Whether recovery has something to do. */
  public boolean needsRecovery() {
    return switch (this) {
      case INCOMPLETE_COMMAND,
          DISPOSABLE_LOST,
          SNAPSHOT_DAMAGED,
          LOG_KEYS_MISSING,
          SUBJECT_KEY_MISSING,
          GENESIS_DAMAGED ->
          false;
      default -> true;
    };
  }

  /** Whether the log goes on in a new epoch. */
  public boolean beginsEpoch() {
    return switch (this) {
      case DAMAGE_ABOVE_SIGNED,
          DAMAGE_BELOW_SIGNED,
          RECORDS_MISSING,
          NAMES_DAMAGED,
          NOT_AUTHENTIC,
          TAIL_LOST,
          CONTRADICTED ->
          true;
      default -> false;
    };
  }
}
