package dev.varve.tools;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs the command within this process, with a home folder of its own. */
public final class Cli {
  /** What a run came to. */
  public record Run(int code, String out, String err) {
    /** The lines of standard output. */
    public List<String> lines() {
      return out.isEmpty() ? List.of() : List.of(out.split("\n"));
    }

    /** The one JSON document of standard output. */
    public ParsedJson json() {
      if (lines().size() != 1) {
        throw new AssertionError("one line expected, found: " + out + err);
      }
      return ParsedJson.of(out);
    }

    /** The JSON objects of standard output, one a line. */
    public List<ParsedJson> jsonLines() {
      List<ParsedJson> objects = new ArrayList<>();
      for (String line : lines()) {
        objects.add(ParsedJson.of(line));
      }
      return objects;
    }
  }

  private final Map<String, String> environment = new HashMap<>();

  /** With keys below {@code home}. */
  public Cli(Path home) {
    environment.put("HOME", home.toString());
  }

  /** The same with a variable set. */
  public Cli with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Runs it. */
  public Run run(Object... args) {
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = String.valueOf(args[i]);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Varve.run(
            words,
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            environment,
            new ByteArrayInputStream(new byte[0]));
    return new Run(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs what has to work. */
  public Run ok(Object... args) {
    Run run = run(args);
    if (run.code() != 0) {
      throw new AssertionError("exit " + run.code() + ": " + run.err());
    }
    return run;
  }

  /** The examples of the repository. */
  public static Path examples() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("../examples");
  }
}
