package dev.varve.engine.checkpoint;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** The lines of a proof's file: name, space, value; then an empty line and a signed note. */
final class ProofLines {
  private final Deque<String> lines;
  private final byte[] rest;

  private ProofLines(Deque<String> lines, byte[] rest) {
    this.lines = lines;
    this.rest = rest;
  }

  static ProofLines of(byte[] file, String magic, int maxLength) {
    if (file.length > maxLength) {
      throw new NoteException("a proof has at most " + maxLength + " bytes, found " + file.length);
    }
    // Bytes and characters are the same up to the note, or it is no proof.
    String text = new String(file, StandardCharsets.ISO_8859_1);
    if (!text.startsWith(magic + "\n")) {
      throw new NoteException("no proof: it does not begin with " + magic);
    }
    int end = text.indexOf("\n\n");
    if (end < 0) {
      throw new NoteException("a proof has an empty line before its note, found none");
    }
    String[] lines = text.substring(0, end).split("\n", -1);
    Deque<String> queue = new ArrayDeque<>(Arrays.asList(lines).subList(1, lines.length));
    return new ProofLines(queue, Arrays.copyOfRange(file, end + 2, file.length));
  }

  boolean isNext(String name) {
    String next = lines.peek();
    return next != null && next.startsWith(name + " ");
  }

  private String value(String name) {
    if (!isNext(name)) {
      throw new NoteException("a proof lacks its line '" + name + "'");
    }
    return lines.remove().substring(name.length() + 1);
  }

  byte[] bytes(String name) {
    return Base64Text.parse(value(name), "line '" + name + "' of a proof");
  }

  long number(String name) {
    String value = value(name);
    if (!value.matches("0|[1-9][0-9]{0,17}")) {
      throw new NoteException("line '" + name + "' of a proof is no number");
    }
    return Long.parseLong(value);
  }

  /** The note at the end; nothing else may be left. */
  SignedNote note() {
    if (!lines.isEmpty()) {
      throw new NoteException("a proof has a line that it should not have");
    }
    return SignedNote.parse(rest);
  }
}
