package dev.varve.tools.command;

import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import dev.varve.projections.FactValue;
import dev.varve.projections.LayerState;
import dev.varve.projections.MemoryReader;
import dev.varve.projections.facts.Fact;
import dev.varve.projections.recall.RecallQuery;
import dev.varve.projections.sessions.Session;
import dev.varve.projections.skills.Skill;
import dev.varve.tools.exchange.LogExport;
import dev.varve.tools.exchange.LogImport;
import dev.varve.tools.files.Reasons;
import dev.varve.tools.ingest.IngestReport;
import dev.varve.tools.ingest.Ingestion;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Printable;
import dev.varve.tools.recording.DroidBotFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The story that {@code varve demo} tells, carried out step by step on real files. */
final class Demo {
  private static final String TASK = "Set up the mail account with my certificate";

  /** An instant after the run, so that the answer is the same each time. */
  private static final long NOW = 1_528_300_000_000L;

  private final Console console;
  private final Examples examples;
  private final DemoFolder folder;
  private final Path keys;
  private final boolean silent;
  private final LogAccess access;
  private final String log;
  private int chapter;
  private long entries;
  private String verdict = "";
  private String tamperedVerdict = "";
  private long tamperedSequence = -1;

  Demo(Console console, Examples examples, DemoFolder folder, Path keys, boolean silent) {
    this.console = console;
    this.examples = examples;
    this.folder = folder;
    this.keys = keys;
    this.silent = silent;
    this.access = new LogAccess(Map.of(), keys);
    this.log = folder.log().toString();
  }

  long entries() {
    return entries;
  }

  String verdict() {
    return verdict;
  }

  String tamperedVerdict() {
    return tamperedVerdict;
  }

  long tamperedSequence() {
    return tamperedSequence;
  }

  /** Runs it; whether everything came out as it should. */
  boolean run() {
    access
        .folder(folder.log())
        .create(MemoryReader.registry(), LogAccess.actor(), InitCommand.software());
    chapter("a log", "made in " + folder.log() + ", its keys in " + keys);
    ingest();
    boolean sound = verify();
    try (MemoryLog opened = access.read(log)) {
      MemoryReader now = MemoryReader.at(opened, opened.lastSequence());
      facts(now);
      learned(now);
      recall(now);
      sound &= timeTravel(opened);
    }
    sound &= tamper();
    next();
    return sound;
  }

  private void chapter(String title, String text) {
    say("");
    say(++chapter + ". " + title + ": " + text);
  }

  private void say(String text) {
    if (!silent) {
      console.line(Printable.of(text));
    }
  }

  private void ingest() {
    try (LogAccess.Writing writing = access.write(log)) {
      IngestReport first = ingest(writing);
      writing.force();
      IngestReport second = ingest(writing);
      chapter(
          "a real session goes in",
          "a DroidBot run on K-9 Mail from 2018, 41 events, MIT (examples/README.md)");
      say("   task, outcome and facts were written by us: examples/annotation.jsonl");
      say(
          "   "
              + first.lines()
              + " lines became "
              + first.appended()
              + " sealed, chained entries; the same again: "
              + second.appended()
              + " more, for each line is taken once");
    }
  }

  private IngestReport ingest(LogAccess.Writing writing) {
    return IngestCommand.run(
        Ingestion.plan(
            writing.memory(),
            DroidBotFolder.read(examples.run(), examples.annotations()).lines(),
            false,
            NOW),
        console);
  }

  private boolean verify() {
    VerificationReport report = report(folder.log());
    entries = report.entries();
    verdict = report.verdict().name();
    chapter("is it whole?", verdict + ", " + entries + " entries, each hashed onto the one before");
    say("   head " + (report.head() == null ? "none" : report.head().hex()));
    return report.verdict() == Verdict.OK;
  }

  private VerificationReport report(Path place) {
    try (EntryStore store = access.store(place.toString())) {
      return LogVerifier.verify(store);
    }
  }

  private void facts(MemoryReader reader) {
    chapter("facts", "one layer of views over the log; old versions are kept, not overwritten");
    for (Fact fact : reader.facts(true)) {
      if (!fact.key().text().startsWith("device/")) {
        say(
            "   "
                + EntryView.pad(fact.state().name(), 10)
                + " "
                + EntryView.pad(fact.key().text(), 34)
                + " "
                + (fact.sensitive()
                    ? "(sensitive: sealed, not shown unasked)"
                    : value(reader, fact)));
      }
    }
  }

  private static String value(MemoryReader reader, Fact fact) {
    try (FactValue value = reader.open(fact)) {
      return value.asString();
    }
  }

  private void learned(MemoryReader reader) {
    for (Session session : reader.sessions()) {
      chapter(
          "a session",
          session.stepCount()
              + " steps, outcome "
              + (session.outcome() == null
                  ? "open"
                  : session.outcome().name().toLowerCase(Locale.ROOT))
              + ", so a skill was learned from it:");
    }
    for (Skill skill : reader.skills()) {
      say(
          "   "
              + skill.id()
              + "  "
              + skill.trigger()
              + " ("
              + skill.steps().size()
              + " steps, "
              + (skill.origin() == null ? "put in by hand" : "learned")
              + ")");
    }
  }

  private void recall(MemoryReader reader) {
    chapter("recall", "\"" + TASK + "\" in com.fsck.k9");
    if (!silent) {
      RecallQuery query = new RecallQuery(TASK, null, "com.fsck.k9", null, NOW);
      RecallCommand.describe(reader, reader.recall(query), console);
    }
  }

  /** Compares the memory as it was with a copy that ends there. */
  private boolean timeTravel(MemoryLog opened) {
    MemoryReader now = MemoryReader.at(opened, opened.lastSequence());
    long then = now.factHistory("mail_check_interval").get(0).sequence();
    MemoryReader past = MemoryReader.at(opened, then);
    List<LayerState> inPast = past.state();
    Fact fact = past.fact("mail_check_interval");
    copyPrefix(then);
    List<LayerState> inCopy;
    try (MemoryLog copy = access.read(folder.prefix().toString())) {
      inCopy = MemoryReader.at(copy, copy.lastSequence()).state();
    }
    boolean same = inPast.equals(inCopy);
    chapter(
        "time travel",
        "at entry "
            + past.position()
            + " mail_check_interval was "
            + (fact == null ? "unknown" : "\"" + value(past, fact) + "\""));
    say(
        "   a copy of the first "
            + (past.position() + 1)
            + " entries rebuilds "
            + (same ? "the very same state: " : "ANOTHER STATE: ")
            + inCopy.get(0).name()
            + " "
            + inCopy.get(0).digest().hex().substring(0, 16)
            + "…");
    return same;
  }

  private void copyPrefix(long to) {
    try (EntryStore store = access.store(log);
        OutputStream out = Files.newOutputStream(folder.prefixFile())) {
      LogExport.plan(store, to).writeTo(out);
    } catch (IOException e) {
      throw new CannotWorkException(
          folder.prefixFile() + " cannot be written: " + Reasons.of(e), e);
    }
    LogFolder prefix = access.folder(folder.prefix());
    prefix.fill(
        store -> {
          LogImport imported = LogImport.read(folder.prefixFile(), store::append);
          if (imported.count() != to + 1) {
            throw new CannotWorkException(folder.prefixFile() + " changed while it was read");
          }
          store.force();
        });
  }

  private boolean tamper() {
    long target = entries / 2;
    boolean flipped;
    try (EntryStore store = access.store(log)) {
      Tampering.copy(folder.log(), folder.tampered());
      flipped = Tampering.flipBit(folder.tampered(), store, target);
    } catch (IOException e) {
      throw new CannotWorkException(
          "the log cannot be copied to " + folder.tampered() + ": " + Reasons.of(e), e);
    }
    VerificationReport report = report(folder.tampered());
    tamperedVerdict = report.verdict().name();
    tamperedSequence = report.findings().isEmpty() ? -1 : report.findings().get(0).sequence();
    chapter(
        "tampering", "one bit of entry " + target + " was flipped in a copy; the verdict on it:");
    say(
        "   "
            + tamperedVerdict
            + (report.findings().isEmpty()
                ? ""
                : ", entry " + tamperedSequence + ": " + report.findings().get(0).detail()));
    return flipped
        && report.verdict() == Verdict.DAMAGED
        && tamperedSequence == target
        && report(folder.log()).verdict() == Verdict.OK;
  }

  private void next() {
    String where = quoted(log);
    String with = " --keys " + quoted(keys.toString());
    say("");
    say("Try next:");
    say("   ./varve log " + where + with + " | tail -5");
    say("   ./varve show " + where + " 20" + with);
    say("   ./varve facts " + where + " mail_check_interval --all" + with);
    say("   ./varve recall " + where + " --task \"" + TASK + "\" --prompt" + with);
    say("   ./varve verify " + quoted(folder.tampered().toString()) + "   (needs no keys)");
  }

  private static String quoted(String path) {
    return path.matches("[A-Za-z0-9_./@%+=:,-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
  }
}
