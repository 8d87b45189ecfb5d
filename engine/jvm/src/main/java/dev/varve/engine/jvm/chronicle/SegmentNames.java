package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names of segment files. Chronicle Queue names its files by dates; ours are numbers dressed as
 * dates, days since 1970-01-01, and have nothing to do with any clock.
 *
 * <pre>
 *   19700103V18.cq4
 *   └──┬───┘│└┬┘
 *      │    │ └── 2^18 records fill a segment (two digits)
 *      │    └──── always V
 *      └───────── segment 2: the third day
 * </pre>
 *
 * @param bits a segment takes 2^bits records
 */
record SegmentNames(int bits) {
  static final int MAX_BITS = 30;

  /** What Chronicle Queue puts behind every name. */
  static final String SUFFIX = ".cq4";

  private static final Pattern NAME = Pattern.compile("(\\d{8})V(\\d{2})\\.cq4");

  /** The segment files of a folder by number, and what their names say of their size. */
  record Found(SegmentNames names, TreeMap<Integer, Path> files) {}

  /** The pattern of the name, as {@link DateTimeFormatter} wants it. */
  String format() {
    return "yyyyMMdd'V" + digits() + "'";
  }

  /** The file name of a segment. */
  String name(int segment) {
    return LocalDate.ofEpochDay(segment).format(DateTimeFormatter.BASIC_ISO_DATE)
        + "V"
        + digits()
        + SUFFIX;
  }

  private String digits() {
    return (bits < 10 ? "0" : "") + bits;
  }

  /** Whether the folder holds any file of a queue. */
  static boolean anyIn(Path folder) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      return files.iterator().hasNext();
    } catch (IOException e) {
      throw new StoreException("cannot list " + folder + ": " + e.getMessage(), e);
    }
  }

  /**
   * Lists a folder's segments.
   *
   * @return null when there is none
   * @throws StoreException when a queue file is not one of ours
   */
  static @Nullable Found in(Path folder) {
    TreeMap<Integer, Path> found = new TreeMap<>();
    SegmentNames names = null;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        Matcher matcher = NAME.matcher(file.getFileName().toString());
        int segment = matcher.matches() ? segment(matcher.group(1)) : -1;
        int bits = segment < 0 ? -1 : Integer.parseInt(matcher.group(2));
        if (bits < 1 || bits > MAX_BITS) {
          throw new StoreException(file + ": not the name of a segment of a Varve log");
        }
        if (names != null && names.bits != bits) {
          throw new StoreException(
              file + ": segments of 2^" + bits + " records beside segments of 2^" + names.bits);
        }
        names = new SegmentNames(bits);
        found.put(segment, file);
      }
    } catch (IOException e) {
      throw new StoreException("cannot list " + folder + ": " + e.getMessage(), e);
    }
    return names == null ? null : new Found(names, found);
  }

  private static int segment(String date) {
    try {
      long day = LocalDate.parse(date, DateTimeFormatter.BASIC_ISO_DATE).toEpochDay();
      return day < 0 ? -1 : (int) day;
    } catch (DateTimeException e) {
      return -1;
    }
  }
}
