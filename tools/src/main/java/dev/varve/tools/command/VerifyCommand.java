package dev.varve.tools.command;

import dev.varve.engine.VarveException;
import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.NoteException;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.NoSuchLogException;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.tree.MerkleTree;
import dev.varve.engine.verify.DiagnosticReport;
import dev.varve.engine.verify.Evidence;
import dev.varve.engine.verify.Finding;
import dev.varve.engine.verify.FindingKind;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import dev.varve.tools.exchange.ExportedLog;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Judges a log by its own hashes; needs no key. */
@Command(
    name = "verify",
    description = "Check every entry, its payload and its link; needs no keys.",
    footer = "Ends with 0 when the verdict is OK, else with 1.")
final class VerifyCommand extends Subcommand {
  static final String LIMIT =
      "without a checkpoint kept elsewhere, the loss of complete commands at the end, or a log made"
          + " anew as a whole, cannot be known";

  private static final int MAX_THREADS = 64;

  static final String REDACTED =
      "this copy has no payloads; what they were the headers state by digests, which nothing here"
          + " could be held against";

  @Parameters(
      paramLabel = "LOG",
      description = "The log's folder or .db file, or an exported file.")
  private String log;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description = "A signed note of this log that was kept elsewhere.")
  private @Nullable String checkpoint;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "Verifier keys that are trusted, one a line; else those of the keys folder.")
  private @Nullable String key;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads verify; without it, one for each processor.")
  private int threads = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());

  @Option(
      names = "--report",
      description = "Also a diagnostic report on every finding, without payloads or secrets.")
  private boolean reports;

  /** Entries that the given checkpoint covers, once it is read. */
  private long covered;

  /** Whether what was verified has no payloads. */
  private boolean redacted;

  VerifyCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    if (threads < 1 || threads > MAX_THREADS) {
      throw new CannotWorkException(
          "--threads " + threads + " is not between 1 and " + MAX_THREADS);
    }
    VerificationReport report = verified();
    List<String> texts = reports ? reports(report) : List.of();
    if (json()) {
      console()
          .line(
              Json.object(
                  out -> {
                    write(out, report);
                    if (reports) {
                      out.putTexts("reports", texts);
                    }
                  }));
    } else {
      print(report);
      texts.forEach(text -> console().text("\n" + text));
    }
    return report.verdict() == Verdict.OK ? ExitCode.OK : ExitCode.FOUND;
  }

  private List<String> reports(VerificationReport report) {
    try (EntryStore store = store()) {
      List<String> texts = new ArrayList<>();
      for (Finding finding : report.findings()) {
        texts.add(RawEntry.report(store, finding).text());
      }
      return texts;
    } catch (StoreException e) {
      return report.findings().stream()
          .map(finding -> DiagnosticReport.of(log, finding, null, null).text())
          .toList();
    }
  }

  private EntryStore store() {
    Path place = LogAccess.place(log);
    return ExportedLog.isAt(place) ? ExportedLog.open(place) : access().store(log);
  }

  private VerificationReport verified() {
    try (EntryStore store = store()) {
      redacted = store instanceof ExportedLog exported && exported.isRedacted();
      return redacted
          ? LogVerifier.verifyHeaders(store, evidence(store))
          : LogVerifier.verify(store, evidence(store), threads);
    } catch (NoSuchLogException e) {
      throw e;
    } catch (StoreException e) {
      if (!isReadable(path(log))) {
        throw e;
      }
      return nothingToJudge(e);
    }
  }

  private Evidence evidence(EntryStore store) {
    ByteString note =
        checkpoint == null ? null : TrustedKeys.bytes(path(checkpoint), SignedNote.MAX_LENGTH);
    covered = note == null ? 0 : sizeOf(note);
    List<VerifierKey> trusted = key == null ? keysOfLog(store) : TrustedKeys.in(path(key));
    return new Evidence(trusted, note);
  }

  /** 0 for what is no checkpoint, which the report says. */
  private static long sizeOf(ByteString note) {
    try {
      return Checkpoint.parse(SignedNote.parse(note.toBytes()).text()).size();
    } catch (NoteException e) {
      return 0;
    }
  }

  /** What nobody can know by what was looked at. */
  private String limit(VerificationReport report) {
    boolean holds = report.verdict() == Verdict.OK || report.verdict() == Verdict.TORN_TAIL;
    return covered > 0 && holds
        ? "the loss of complete commands behind the "
            + covered
            + " entries of the checkpoint cannot be known"
        : LIMIT;
  }

  /** The keys folder's, as far as there is one: without them signatures are not checked. */
  private List<VerifierKey> keysOfLog(EntryStore store) {
    try {
      return access().verifierKeys(MemoryLog.idOf(store));
    } catch (VarveException e) {
      console().note("varve: " + Printable.of(String.valueOf(e.getMessage())));
      return List.of();
    }
  }

  /** Whether this process may read the log's files, so that a failure is the log's own. */
  private static boolean isReadable(Path folder) {
    if (Files.isRegularFile(folder)) {
      return Files.isReadable(folder);
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (!Files.isReadable(file)) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static VerificationReport nothingToJudge(StoreException e) {
    return new VerificationReport(
        Verdict.UNVERIFIABLE,
        null,
        0,
        0,
        null,
        ByteString.of(new MerkleTree().root()),
        0,
        List.of(new Finding(0, FindingKind.STORE, String.valueOf(e.getMessage()))));
  }

  private void write(Json out, VerificationReport report) throws IOException {
    out.put("verdict", report.verdict().name())
        .put("logId", report.logId() == null ? null : report.logId().hex())
        .put("entries", report.entries())
        .put("epoch", report.epoch())
        .put("head", hex(report.head()))
        .put("root", report.root().hex())
        .put("signedEntries", report.signedSize())
        .put("redacted", redacted)
        .putObjects("findings", report.findings(), VerifyCommand::write)
        .put("limit", limit(report));
  }

  private static void write(Json out, Finding finding) throws IOException {
    out.put("sequence", finding.sequence())
        .put("kind", finding.kind().name())
        .put("detail", finding.detail());
  }

  private static @Nullable String hex(@Nullable ByteString bytes) {
    return bytes == null ? null : bytes.hex();
  }

  private void print(VerificationReport report) {
    Console out = console();
    out.line(report.verdict() + "  " + explain(report));
    out.line("log     " + (report.logId() == null ? "unknown" : report.logId().hex()));
    out.line("head    " + (report.head() == null ? "none" : report.head().hex()));
    out.line("root    " + report.root().hex());
    out.line("signed  " + signed(report.signedSize()));
    for (Finding finding : report.findings()) {
      out.line(
          "entry "
              + finding.sequence()
              + "  "
              + finding.kind()
              + "  "
              + Printable.of(finding.detail()));
    }
    if (redacted) {
      out.line("note    " + REDACTED);
    }
    out.line("note    " + limit(report));
  }

  private static String signed(long size) {
    return size == 0
        ? "none of it by a key that is trusted here"
        : "the first " + size + (size == 1 ? " entry" : " entries");
  }

  private String explain(VerificationReport report) {
    String entries = report.entries() == 1 ? "1 entry" : report.entries() + " entries";
    return switch (report.verdict()) {
      case OK ->
          entries + (redacted ? ", each header" : ", each") + " whole, linked and in its place";
      case TORN_TAIL -> entries + "; those of the last command are not complete and do not count";
      case DAMAGED ->
          entries + " looked at, first damage at entry " + report.findings().get(0).sequence();
      case CONTRADICTS_CHECKPOINT -> entries + ", not those of the checkpoint";
      case UNVERIFIABLE ->
          report.entries() == 0
              ? "there is no entry to judge by"
              : entries + ", and a checkpoint that says nothing";
    };
  }
}
