package dev.varve.tools.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;

/** Why a file operation failed, in words: the platform's messages are often only a path. */
public final class Reasons {
  private Reasons() {}

  /** The reason without the path. */
  public static String of(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileSystemLoopException) {
      return "symbolic links go round in circles";
    }
    if (e instanceof FileSystemException f) {
      return f.getReason() == null ? "the file system refuses" : f.getReason();
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
