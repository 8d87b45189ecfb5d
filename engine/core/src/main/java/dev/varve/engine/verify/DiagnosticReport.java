package dev.varve.engine.verify;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.HeaderLayout;
import dev.varve.engine.entry.Hex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What can be said of a write that was refused or a check that failed, to whoever is to find out
 * why: which rule, expected and found, the header with its fields named, and where this ran.
 *
 * <p>Security guarantee: no payload, sealed or not, no key, and no name of a package or an activity
 * is in it; of an entry its header alone, which stands unsealed in the log. Immutable.
 *
 * @param rule that was broken: a {@link FindingKind}, or the name of a refusal
 * @param store kind and place, or no text
 * @param sequence of the entry, or -1
 * @param detail in words
 * @param checks what was compared
 * @param header as far as it can be read, or null
 */
public record DiagnosticReport(
    String rule,
    String store,
    long sequence,
    String detail,
    List<Check> checks,
    @Nullable ByteString header) {
  /** Copies the list. */
  public DiagnosticReport {
    checks = List.copyOf(checks);
  }

  /**
   * A comparison.
   *
   * @param name of what was compared
   * @param expected hex digits or a number
   * @param found the same
   */
  public record Check(String name, String expected, String found) {
    /** Whether it came out as expected. */
    public boolean isGood() {
      return expected.equals(found);
    }
  }

  /** The report on a write that was refused; {@code detail} is the refusal's message. */
  public static DiagnosticReport refusal(String rule, String detail) {
    return new DiagnosticReport(rule, "", -1, detail, List.of(), null);
  }

  /**
   * The report on a failed check.
   *
   * @param record the entry as it was read, or null when it could not be
   * @param previous hash of the entry before as computed, or null when it is not known
   */
  public static DiagnosticReport of(
      String store, Finding finding, byte @Nullable [] record, byte @Nullable [] previous) {
    List<Check> checks = new ArrayList<>();
    ByteString header = null;
    if (record != null && record.length > 0) {
      int length = Math.min(record.length, EntryHeader.SIZE);
      header = ByteString.of(Arrays.copyOf(record, length));
      if (length == EntryHeader.SIZE) {
        compare(finding.sequence(), record, previous, checks);
      } else {
        checks.add(
            new Check("length of the record", EntryHeader.SIZE + " or more", "" + record.length));
      }
    }
    return new DiagnosticReport(
        finding.kind().name(), store, finding.sequence(), finding.detail(), checks, header);
  }

  private static void compare(
      long sequence, byte[] record, byte @Nullable [] previous, List<Check> checks) {
    EntryHeader header = EntryHeader.of(record);
    EntryHash hash = new EntryHash();
    int payload = record.length - EntryHeader.SIZE;
    checks.add(new Check("sequence", "" + sequence, "" + header.sequence()));
    checks.add(
        new Check("entry hash", Hex.of(header.entryHash()), Hex.of(hash.ofHeader(record, 0))));
    checks.add(new Check("payload length", "" + header.payloadLength(), "" + payload));
    checks.add(
        new Check(
            "payload digest",
            Hex.of(header.payloadDigest()),
            Hex.of(hash.ofPayload(header.hashAlgorithm(), record, EntryHeader.SIZE, payload))));
    if (previous != null) {
      checks.add(new Check("previous hash", Hex.of(previous), Hex.of(header.previousHash())));
    }
    String defect = header.defect();
    checks.add(new Check("form", "no defect", defect == null ? "no defect" : defect));
  }

  /** Lines for people, each ended by a line feed. */
  public String text() {
    StringBuilder text = new StringBuilder();
    line(text, "rule", rule);
    if (!store.isEmpty()) {
      line(text, "store", store);
    }
    if (sequence >= 0) {
      line(text, "sequence", "" + sequence);
    }
    line(text, "detail", detail);
    for (Check check : checks) {
      line(
          text,
          check.name(),
          check.isGood()
              ? "as expected, " + check.found()
              : "expected " + check.expected() + ", found " + check.found());
    }
    ByteString bytes = header;
    if (bytes != null) {
      line(text, "header", bytes.hex());
      for (HeaderLayout.Field field : HeaderLayout.fields(bytes.toBytes())) {
        text.append(
            String.format(
                Locale.ROOT,
                "  %3d %3d  %-22s %s%s%n",
                field.offset(),
                field.size(),
                field.name(),
                field.hex(),
                field.value().isEmpty() ? "" : " = " + field.value()));
      }
    }
    for (String name : List.of("java.version", "java.vm.name", "os.name", "os.arch")) {
      line(text, name, String.valueOf(System.getProperty(name)));
    }
    line(text, "entry format", "" + EntryHeader.FORMAT);
    String version = DiagnosticReport.class.getPackage().getImplementationVersion();
    line(text, "engine", version == null ? "not packaged" : version);
    return text.toString().replace(System.lineSeparator(), "\n");
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "%-22s %s%n", name, value));
  }
}
