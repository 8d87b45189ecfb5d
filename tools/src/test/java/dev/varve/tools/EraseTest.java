package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EraseTest {
  @TempDir Path folder;

  private static final String ADDRESS = "\u4e2d\u5173\u6751 17 Nowhere Lane";

  private Cli filled(Path log) throws IOException {
    Cli cli = new Cli(folder.resolve("home"));
    cli.ok("init", log);
    cli.ok("ingest", log, Cli.examples().resolve("coupon/recording.jsonl"));
    Path more = folder.resolve("more.jsonl");
    Files.writeString(
        more,
        """
        {"kind":"task","trace":"t-9","task":"order","actor":{"package":"a.b","pid":1},"at":"2026-01-15T10:30:00Z"}
        {"kind":"fact","trace":"t-9","key":"address_home","value":"%s","source":"user","confidence":1.0,"at":"2026-01-15T10:31:00Z"}
        {"kind":"fact","trace":"t-9","key":"address_home","value":"%s, new","source":"user","confidence":1.0,"at":"2026-01-15T10:32:00Z"}
        {"kind":"end","trace":"t-9","outcome":"success","at":"2026-01-15T10:33:00Z"}
        """
            .formatted(ADDRESS, ADDRESS));
    cli.ok("ingest", log, more);
    Files.delete(more);
    return cli;
  }

  private List<byte[]> everyFile() throws IOException {
    List<byte[]> files = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        files.add(Files.readAllBytes(file));
      }
    }
    return files;
  }

  private boolean isAnywhere(byte[] wanted) throws IOException {
    String needle = new String(wanted, StandardCharsets.ISO_8859_1);
    for (byte[] file : everyFile()) {
      if (new String(file, StandardCharsets.ISO_8859_1).contains(needle)) {
        return true;
      }
    }
    return false;
  }

  @ParameterizedTest
  @ValueSource(strings = {"log", "log.db"})
  void aFactIsGoneForGoodAndEverythingElseStandsAndVerifies(String name) throws IOException {
    Path log = folder.resolve(name);
    Cli cli = filled(log);
    Path note = Files.writeString(folder.resolve("note"), cli.ok("checkpoint", log).out());
    Path proof = Files.writeString(folder.resolve("proof"), cli.ok("prove", log, 20).out());
    Path keys = Path.of(cli.ok("init", folder.resolve("x"), "--json").json().text("keys"));
    Path own = keys.resolveSibling(note(note));
    byte[] rows = Files.readAllBytes(own.resolve("subjects.keys"));
    byte[] kek = Files.readAllBytes(own.resolve("kek.wrapped"));
    assertTrue(cli.ok("facts", log, "address_home").out().contains(ADDRESS));
    long facts =
        cli.ok("state", log, "--json").json().object("layers").object("facts").number("size");

    Cli.Run run = cli.ok("erase", log, "address_home", "--json");
    assertEquals(List.of("fact:address_home"), run.json().texts("erased"));

    assertEquals(1, cli.run("facts", log, "address_home").code());
    assertEquals(1, cli.run("facts", log, "address_home", "--at", 40).code());
    assertFalse(cli.ok("facts", log, "--all").out().contains("address_home"));
    assertEquals(
        facts - 1,
        cli.ok("state", log, "--json").json().object("layers").object("facts").number("size"));
    cli.ok("verify", log, "--checkpoint", note);
    cli.ok("check", proof);
    for (int row = 16; row + 84 <= rows.length; row += 84) {
      byte[] wrapped = java.util.Arrays.copyOfRange(rows, row + 20, row + 80);
      assertFalse(isAnywhere(wrapped), "an old wrapped key, row at " + row);
    }
    assertFalse(isAnywhere(java.util.Arrays.copyOfRange(kek, 12, kek.length - 4)));
    assertFalse(isAnywhere(ADDRESS.getBytes(StandardCharsets.UTF_8)));
    assertFalse(isAnywhere(ADDRESS.getBytes(StandardCharsets.UTF_16LE)));
    assertFalse(isAnywhere(ADDRESS.getBytes(StandardCharsets.UTF_16BE)));
    assertEquals(1, cli.run("erase", log, "address_home").code());
  }

  private static String note(Path note) throws IOException {
    return Files.readAllLines(note).get(0);
  }

  @Test
  void whatIsDerivedIsListedAndErasedWhenAskedFor() throws IOException {
    Path log = folder.resolve("log");
    Cli cli = filled(log);
    Cli.Run run = cli.run("erase", log, "session:t-001", "--json");
    assertEquals(1, run.code());
    assertEquals(List.of("session:t-001"), run.json().texts("erased"));
    List<String> derived = run.json().texts("derived");
    assertEquals("fact:coupon_reminder", derived.get(0));
    String skill = derived.get(1);
    assertTrue(skill.startsWith("skill:"), skill);
    assertFalse(cli.ok("skills", log).out().isEmpty());

    Cli.Run rest = cli.ok("erase", log, "t-9", "--derived", "--json");
    assertEquals(List.of("session:t-9", "fact:address_home"), rest.json().texts("erased"));
    cli.ok("erase", log, skill);
    assertTrue(cli.ok("skills", log).out().isEmpty());
    assertTrue(cli.ok("sessions", log).out().isEmpty());

    // Its digest is that of any copy, before and after a restart.
    String state = cli.ok("state", log, "--json").out();
    cli.ok("export", log, folder.resolve("file"));
    cli.ok("import", folder.resolve("copy.db"), folder.resolve("file"));
    assertEquals(state, cli.ok("state", folder.resolve("copy.db"), "--json").out());
  }

  @Test
  void whatIsNotThereIsSaid() throws IOException {
    Path log = folder.resolve("log");
    Cli cli = filled(log);
    String before = cli.ok("log", log).out();
    for (String name : List.of("nobody", "fact:t-001", "skill:address_home", "session:", " ")) {
      Cli.Run run = cli.run("erase", log, name);
      assertEquals(1, run.code(), run.err());
      assertEquals("", run.out());
    }
    assertEquals(before, cli.ok("log", log).out());
    assertEquals(2, cli.run("erase", folder.resolve("missing"), "x").code());
  }
}
