package dev.varve.engine.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code docs/log-format.md} states in a form that a program can read: the table of header
 * fields, and the values of its example, which stand in fenced blocks as {@code name = value} and
 * go on in lines that are indented.
 */
final class FormatPage {
  /** A field of the header: where it begins and how long it is. */
  record Field(int offset, int size) {}

  private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\| (\\d+) \\| .* \\|");
  private static final Pattern VALUE = Pattern.compile("([a-z0-9-]+) =\\s?(.*)");

  private final String text;
  private final Map<String, String> values = new LinkedHashMap<>();

  private FormatPage(String text) {
    this.text = text;
    boolean example = false;
    String name = "";
    for (String line : text.split("\n", -1)) {
      if (line.startsWith("```")) {
        example = line.equals("```example");
      } else if (example) {
        Matcher value = VALUE.matcher(line);
        if (value.matches()) {
          name = value.group(1);
          if (values.put(name, value.group(2)) != null) {
            throw new IllegalStateException(name + " stands twice on the page");
          }
        } else {
          values.merge(name, line.strip(), String::concat);
        }
      }
    }
  }

  /** Reads the page, wherever below the repository's root the test was started. */
  static FormatPage read() throws IOException {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("docs/log-format.md"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IOException("no docs/log-format.md in any folder above");
    }
    return new FormatPage(
        Files.readString(folder.resolve("docs/log-format.md"), StandardCharsets.UTF_8));
  }

  /** The header's fields, from the table of section 2. */
  List<Field> headerFields() {
    List<Field> fields = new ArrayList<>();
    int from = text.indexOf("## 2.");
    for (String line : text.substring(from, text.indexOf("## 3.", from)).split("\n", -1)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        fields.add(new Field(Integer.parseInt(row.group(1)), Integer.parseInt(row.group(2))));
      }
    }
    return fields;
  }

  /** A value of the example as it stands there. */
  String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalStateException("the page's example has no " + name);
    }
    return value;
  }

  /** A value of the example, given in hex. */
  byte[] bytes(String name) {
    String hex = text(name);
    byte[] bytes = new byte[hex.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    }
    return bytes;
  }

  /** The example's entries, as far as they are numbered from 0 without a gap. */
  List<byte[]> entries() {
    List<byte[]> entries = new ArrayList<>();
    while (values.containsKey("entry-" + entries.size())) {
      entries.add(bytes("entry-" + entries.size()));
    }
    return entries;
  }
}
