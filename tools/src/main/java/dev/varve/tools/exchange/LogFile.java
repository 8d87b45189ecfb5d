package dev.varve.tools.exchange;

/**
 * The format of an exported log, version 2, big-endian:
 *
 * <pre>
 *  off  size  field
 *    0     4  magic "VRVX"
 *    4     1  format version (2; in 1 there are no notes)
 *    5     1  flags (bit 0: redacted; in version 1 all 0)
 *    6     2  reserved, 0
 *    8    16  log id, as in the genesis entry's stream id
 *   24     8  number of records, n; at least 1
 *   32        n records, from sequence 0 on without a gap:
 *               4  length of the record
 *               …  the record: 280 bytes of header and the stored payload, as in the store; in a
 *                  redacted file the header alone
 *         4  number of signed notes
 *           the notes, oldest first, those of the records in the file:
 *               4  length of the note, 1 to 65536
 *               …  the note
 *  end    32  SHA-256 of everything before
 * </pre>
 *
 * <p>The records end with the last entry of a command. Nothing may follow the hash. The hash finds
 * accidents; what can be trusted is what the entries' own hashes and links say. Payloads are sealed
 * as in the log, so the file tells as much as the log without its keys does; a redacted one holds
 * no payload that a key could open, now or later, and still shows order, links and signed sizes.
 */
final class LogFile {
  static final int MAGIC = 0x56525658;
  static final int VERSION = 2;
  static final int VERSION_WITHOUT_NOTES = 1;
  static final int FLAG_REDACTED = 1;
  static final int MAX_NOTES = 1 << 20;
  static final int HEADER_SIZE = 32;
  static final int HASH_SIZE = 32;

  private LogFile() {}
}
