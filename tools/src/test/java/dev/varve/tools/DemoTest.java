package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DemoTest {
  @TempDir Path folder;

  @Test
  void itTellsTheStoryTwiceAndCatchesTheTampering() {
    Cli cli = new Cli(folder.resolve("home"));
    Path demo = folder.resolve("演示 demo");
    Cli.Run run = cli.ok("demo", demo);
    assertTrue(run.lines().size() >= 35 && run.lines().size() <= 48, run.out());
    assertTrue(run.out().contains("written by us: examples/annotation.jsonl"), run.out());
    assertTrue(run.out().contains("rebuilds the very same state"), run.out());
    assertTrue(run.out().contains("DAMAGED"), run.out());
    itsClaimsHold(cli, demo, run.out());
    ParsedJson again = cli.ok("demo", demo, "--json").json();
    assertEquals("OK", again.get("verdict"));
    assertEquals("DAMAGED", again.get("tamperedVerdict"));
    assertEquals(1, cli.run("verify", demo.resolve("tampered")).code());
    assertEquals(0, cli.run("verify", demo.resolve("log")).code());
  }

  /** What the story says is what the other commands say of the same folder. */
  private static void itsClaimsHold(Cli cli, Path demo, String told) {
    Path log = demo.resolve("log");
    Path keys = demo.resolve("keys");
    ParsedJson verdict = cli.ok("verify", log, "--json").json();
    long entries = verdict.number("entries");
    assertEquals(entries, number(told, "OK, ([0-9]+) entries"));
    // Genesis is three entries: the log, its actor, the actor's name.
    assertEquals(entries - 3, number(told, "lines became ([0-9]+) sealed"));
    assertEquals(0, number(told, "the same again: ([0-9]+) more"));
    ParsedJson session = cli.ok("sessions", log, "--keys", keys, "--json").json();
    assertEquals(session.number("steps"), number(told, "([0-9]+) steps, outcome success"));
    assertEquals("success", session.get("outcome"));
    int learned = 0;
    for (ParsedJson skill : cli.ok("skills", log, "--keys", keys, "--json").jsonLines()) {
      assertTrue(told.contains(skill.text("id") + "  " + skill.text("trigger")), told);
      learned += session.get("trace").equals(skill.fields().get("origin")) ? 1 : 0;
    }
    assertEquals(1, learned);
    long then = number(told, "at entry ([0-9]+) mail_check_interval was");
    ParsedJson past =
        cli.ok("facts", log, "mail_check_interval", "--at", then, "--keys", keys, "--json").json();
    ParsedJson now = cli.ok("facts", log, "mail_check_interval", "--keys", keys, "--json").json();
    assertTrue(told.contains("mail_check_interval was \"" + past.text("value") + "\""), told);
    assertNotEquals(past.get("value"), now.get("value"));
    assertEquals(then + 1, number(told, "a copy of the first ([0-9]+) entries"));
    ParsedJson tampered = cli.run("verify", demo.resolve("tampered"), "--json").json();
    assertEquals("DAMAGED", tampered.get("verdict"));
    assertEquals(
        tampered.objects("findings").get(0).number("sequence"),
        number(told, "one bit of entry ([0-9]+) was flipped"));
    anEntryBesideTheDamageIsShown(
        cli, demo, tampered.objects("findings").get(0).number("sequence"));
  }

  private static void anEntryBesideTheDamageIsShown(Cli cli, Path demo, long damaged) {
    Path keys = demo.resolve("keys");
    Path tampered = demo.resolve("tampered");
    Cli.Run run = cli.ok("show", tampered, 1, "--keys", keys, "--json");
    assertTrue(run.json().text("payload").contains("dev.varve"), run.out());
    assertTrue(run.err().contains("another entry is damaged"), run.err());
    Cli.Run hit = cli.run("show", tampered, damaged, "--keys", keys, "--json");
    assertEquals(1, hit.code());
    assertTrue(hit.json().isNull("payload") && hit.json().isNull("sealed"), hit.out());
    assertEquals("DAMAGED", hit.json().get("unread"));
    // What stands before the damage is read, and that there is some is said.
    Cli.Run facts = cli.run("sessions", tampered, "--keys", keys);
    assertEquals(1, facts.code(), facts.err());
    assertTrue(facts.err().contains("entry " + damaged + " is damaged"), facts.err());
    Cli.Run write = cli.run("checkpoint", tampered, "--keys", keys);
    assertEquals(2, write.code());
    assertEquals("", write.out());
  }

  private static long number(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertTrue(matcher.find(), () -> pattern + " is not in " + text);
    return Long.parseLong(matcher.group(1));
  }

  @Test
  void aFolderWithOtherThingsIsLeftAlone() throws IOException {
    Cli cli = new Cli(folder.resolve("home"));
    Path mine = Files.createDirectory(folder.resolve("mine"));
    Files.createDirectory(mine.resolve("log"));
    Files.writeString(mine.resolve("log/notes.txt"), "keep");
    Map<String, String> before = FilesSeen.below(mine);
    assertEquals(2, cli.run("demo", mine).code());
    assertEquals(before, FilesSeen.below(mine));
  }
}
