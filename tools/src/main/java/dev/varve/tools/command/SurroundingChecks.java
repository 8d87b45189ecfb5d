package dev.varve.tools.command;

import dev.varve.engine.jvm.FolderRecovery;
import dev.varve.engine.jvm.chronicle.ChronicleEntryStore;
import dev.varve.engine.jvm.keys.KeyFiles;
import dev.varve.engine.jvm.sqlite.SqliteLog;
import dev.varve.tools.files.Reasons;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Checks of what a log needs around it: the machine, the disk, the keys' files, left-overs. */
final class SurroundingChecks {
  private static final long MIB = 1L << 20;
  private static final Set<PosixFilePermission> OTHERS =
      Set.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE,
          PosixFilePermission.OTHERS_EXECUTE);

  private SurroundingChecks() {}

  static HealthCheck platform() {
    return HealthCheck.ok(
        "platform",
        "Java "
            + System.getProperty("java.version")
            + ", "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.arch"));
  }

  static HealthCheck flags(Path log) {
    List<String> missing =
        SqliteLog.isNamedBy(log) ? List.of() : ChronicleEntryStore.missingJvmFlags();
    return missing.isEmpty()
        ? HealthCheck.ok("jvm flags", "all that writing needs")
        : HealthCheck.warning(
            "jvm flags",
            "missing: " + String.join(" ", missing) + "; the log can only be read",
            "start through ./varve, or add them");
  }

  static HealthCheck disk(Path log) {
    try {
      long free = Files.getFileStore(log).getUsableSpace() / MIB;
      String detail = free + " MiB free";
      if (free < 64) {
        return HealthCheck.error("disk", detail, "make room; a write that does not fit is refused");
      }
      return free < 1024
          ? HealthCheck.warning("disk", detail, "make room")
          : HealthCheck.ok("disk", detail);
    } catch (IOException e) {
      return HealthCheck.warning("disk", "free space unknown: " + Reasons.of(e), "");
    }
  }

  /** What recoveries and makings of a log have left beside it. */
  static List<HealthCheck> leftovers(Path log, String argument) {
    List<HealthCheck> checks = new ArrayList<>();
    FolderRecovery recovery = FolderRecovery.of(log);
    if (FolderRecovery.isReady(log)) {
      checks.add(
          HealthCheck.error(
              "recovery",
              "interrupted when the new log was complete and not yet in its place",
              "varve recover " + argument));
    } else if (recovery.hasLeftovers()) {
      checks.add(
          HealthCheck.warning(
              "recovery",
              "interrupted while the new log was made; the log is as it was",
              "varve recover " + argument));
    } else {
      checks.add(HealthCheck.ok("recovery", "none is under way"));
    }
    Path quarantine = recovery.quarantine();
    checks.add(
        HealthCheck.ok(
            "quarantine",
            Files.exists(quarantine)
                ? "replaced files are kept in " + quarantine.getFileName()
                : "nothing was ever set aside"));
    List<String> unfinished = unfinished(log);
    checks.add(
        unfinished.isEmpty()
            ? HealthCheck.ok("left-overs", "none")
            : HealthCheck.warning(
                "left-overs",
                "of a making that was killed: " + String.join(", ", unfinished),
                "delete them; nothing refers to them"));
    return checks;
  }

  private static List<String> unfinished(Path log) {
    List<String> names = new ArrayList<>();
    Path parent = log.toAbsolutePath().getParent();
    if (parent == null) {
      return names;
    }
    String prefix = "." + log.getFileName() + ".new-";
    try (DirectoryStream<Path> paths = Files.newDirectoryStream(parent)) {
      for (Path path : paths) {
        if (path.getFileName().toString().startsWith(prefix)) {
          names.add(path.getFileName().toString());
        }
      }
    } catch (IOException e) {
      // A folder that cannot be listed has none that anybody could see.
    }
    return names;
  }

  /** The files of a log's keys. */
  static List<HealthCheck> keys(Path folder) {
    if (!KeyFiles.isIn(folder)) {
      return List.of(
          HealthCheck.error(
              "keys",
              "none in " + folder + "; the log can be verified and not be read",
              "restore them, or name their folder with --keys DIR"));
    }
    List<HealthCheck> checks = new ArrayList<>();
    Set<String> open = new TreeSet<>();
    Set<String> rotating = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (name.startsWith("rotation.") || name.endsWith(".next")) {
          rotating.add(name);
        }
        boolean isPrivate = !name.endsWith(".pub");
        if (isPrivate && Files.isRegularFile(file) && isOpenToOthers(file)) {
          open.add(name);
        }
      }
    } catch (IOException e) {
      return List.of(HealthCheck.error("keys", folder + " cannot be listed: " + Reasons.of(e), ""));
    }
    checks.add(
        open.isEmpty()
            ? HealthCheck.ok("keys", "in " + folder + ", for their owner alone")
            : HealthCheck.warning(
                "keys",
                "others may read or write " + String.join(", ", open),
                "chmod 600 " + folder + "/*"));
    checks.add(
        rotating.isEmpty()
            ? HealthCheck.ok("key rotation", "none is under way")
            : HealthCheck.warning(
                "key rotation",
                "interrupted: " + String.join(", ", rotating),
                "the next write brings it to its end"));
    return checks;
  }

  private static boolean isOpenToOthers(Path file) throws IOException {
    try {
      for (PosixFilePermission permission : Files.getPosixFilePermissions(file)) {
        if (OTHERS.contains(permission)) {
          return true;
        }
      }
      return false;
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  static HealthCheck index(Path log) {
    if (SqliteLog.isNamedBy(log)) {
      return HealthCheck.ok("command index", "in the database");
    }
    return Files.isDirectory(log.resolve(ChronicleEntryStore.INDEX))
        ? HealthCheck.ok("command index", "there; what it answers is looked up in the log")
        : HealthCheck.ok(
            "command index",
            "none yet; it is written with the first snapshot, or after 32,768 commands");
  }

  /** An error in words that fit a detail. */
  static String reason(Throwable e) {
    return String.format(Locale.ROOT, "%s", e.getMessage());
  }
}
