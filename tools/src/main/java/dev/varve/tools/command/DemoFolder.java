package dev.varve.tools.command;

import dev.varve.tools.files.NewPlace;
import dev.varve.tools.files.Reasons;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * The folder of a demo. A mark in it tells later demos that its content is theirs to replace; a
 * folder with anything else in it is left alone.
 *
 * @param root the folder
 */
record DemoFolder(Path root) {
  private static final String MARK = "made-by-varve-demo.txt";
  private static final List<String> OURS =
      List.of("log", "keys", "tampered", "prefix", "prefix.vrvx");

  /**
   * Makes the folder, or clears that of an earlier demo.
   *
   * @throws CannotWorkException when there is anything else
   */
  static DemoFolder at(Path root) {
    DemoFolder folder = new DemoFolder(root);
    try {
      if (Files.exists(root, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(root)) {
        throw new CannotWorkException(root + " is no folder; name a new one: varve demo DIR");
      }
      Files.createDirectories(root);
      Path mark = root.resolve(MARK);
      boolean ours = Files.isRegularFile(mark, LinkOption.NOFOLLOW_LINKS);
      if (!ours && !isEmpty(root)) {
        throw new CannotWorkException(
            root + " is not empty and no earlier demo; name a new folder: varve demo DIR");
      }
      Files.write(
          mark,
          "This folder was made by varve demo, which replaces it when it runs again.\n"
              .getBytes(StandardCharsets.UTF_8));
      for (String name : OURS) {
        NewPlace.deleteAll(root.resolve(name));
      }
      return folder;
    } catch (IOException e) {
      throw new CannotWorkException(
          "cannot make " + root + ": " + Reasons.of(e) + "; name another: varve demo DIR", e);
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      return !files.iterator().hasNext();
    }
  }

  Path log() {
    return root.resolve("log");
  }

  Path keys() {
    return root.resolve("keys");
  }

  Path tampered() {
    return root.resolve("tampered");
  }

  Path prefix() {
    return root.resolve("prefix");
  }

  Path prefixFile() {
    return root.resolve("prefix.vrvx");
  }
}
