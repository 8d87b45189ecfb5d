package dev.varve.engine.checkpoint;

import dev.varve.engine.entry.ByteString;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A text and who signed it, as C2SP has it: the text, which ends with a line feed, an empty line,
 * and a line for each signature. Immutable; thread-safe.
 *
 * <pre>
 *  text
 *
 *  — name base64(key id (4) || signature)
 * </pre>
 *
 * <p>Signed are the bytes of the text, its last line feed included. Parsing is strict: a note has
 * one form in bytes.
 *
 * @see <a href="https://c2sp.org/signed-note">C2SP signed-note</a>
 */
public final class SignedNote {
  /** Longest note, in bytes. */
  public static final int MAX_LENGTH = 1 << 16;

  /** Most signatures of a note. */
  public static final int MAX_SIGNATURES = 16;

  private static final String DASH = "\u2014 ";

  private final String text;
  private final List<NoteSignature> signatures;

  /**
   * One signature.
   *
   * @param name of the signer
   * @param keyId four bytes
   * @param signature as the algorithm makes it
   */
  public record NoteSignature(String name, ByteString keyId, ByteString signature) {}

  private SignedNote(String text, List<NoteSignature> signatures) {
    this.text = text;
    this.signatures = List.copyOf(signatures);
  }

  /** Signs a text, which ends with a line feed and has no empty line. */
  public static SignedNote sign(String text, CheckpointSigner signer) {
    requireText(text);
    VerifierKey key = signer.verifierKey();
    ByteString signature = ByteString.of(signer.sign(text.getBytes(StandardCharsets.UTF_8)));
    return new SignedNote(text, List.of(new NoteSignature(key.name(), key.id(), signature)));
  }

  private static void requireText(String text) {
    if (!text.endsWith("\n") || text.length() < 2) {
      throw new NoteException("the text of a note ends with a line feed");
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' && text.charAt(i) != '\n') {
        throw new NoteException("a note has a control character at " + i);
      }
    }
  }

  /**
   * Reads a note.
   *
   * @throws NoteException when it has not the form
   */
  public static SignedNote parse(byte[] bytes) {
    if (bytes.length > MAX_LENGTH) {
      throw new NoteException("a note has at most " + MAX_LENGTH + " bytes, found " + bytes.length);
    }
    String whole = decode(bytes);
    int end = whole.lastIndexOf("\n\n");
    if (end < 0) {
      throw new NoteException("a note has an empty line before its signatures, found none");
    }
    String text = whole.substring(0, end + 1);
    requireText(text);
    String rest = whole.substring(end + 2);
    if (rest.isEmpty() || !rest.endsWith("\n")) {
      throw new NoteException("the last signature of a note ends with a line feed");
    }
    List<NoteSignature> signatures = new ArrayList<>();
    for (String line : rest.substring(0, rest.length() - 1).split("\n", -1)) {
      if (signatures.size() == MAX_SIGNATURES) {
        throw new NoteException("a note has at most " + MAX_SIGNATURES + " signatures");
      }
      signatures.add(signature(line, signatures.size() + 1));
    }
    return new SignedNote(text, signatures);
  }

  private static String decode(byte[] bytes) {
    try {
      CharBuffer chars = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return chars.toString();
    } catch (CharacterCodingException e) {
      throw new NoteException("a note is text in UTF-8");
    }
  }

  private static NoteSignature signature(String line, int number) {
    String what = "signature " + number;
    int space = line.indexOf(' ', DASH.length());
    if (!line.startsWith(DASH) || space < 0) {
      throw new NoteException(what + " of a note is: em dash, name, base64");
    }
    String name = line.substring(DASH.length(), space);
    VerifierKey.requireName(name);
    byte[] bytes = Base64Text.parse(line.substring(space + 1), what);
    if (bytes.length < 5) {
      throw new NoteException(what + " has a key id and a signature, found " + bytes.length);
    }
    return new NoteSignature(
        name,
        ByteString.of(Arrays.copyOf(bytes, 4)),
        ByteString.of(Arrays.copyOfRange(bytes, 4, bytes.length)));
  }

  /** The text, with its last line feed. */
  public String text() {
    return text;
  }

  /** The signatures; not checked. */
  public List<NoteSignature> signatures() {
    return signatures;
  }

  /** Whether a signature names this key. */
  public boolean names(VerifierKey key) {
    return signatures.stream().anyMatch(signature -> isOf(signature, key));
  }

  private static boolean isOf(NoteSignature signature, VerifierKey key) {
    return signature.name().equals(key.name()) && signature.keyId().equals(key.id());
  }

  /** Whether it is signed by this key: every signature that names the key is the key's. */
  public boolean isSignedBy(VerifierKey key) {
    byte[] message = text.getBytes(StandardCharsets.UTF_8);
    for (NoteSignature signature : signatures) {
      if (isOf(signature, key) && !key.verify(message, signature.signature().toBytes())) {
        return false;
      }
    }
    return names(key);
  }

  /** The bytes of the note. */
  public byte[] toBytes() {
    return toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The note itself. */
  @Override
  public String toString() {
    StringBuilder note = new StringBuilder(text).append('\n');
    for (NoteSignature signature : signatures) {
      byte[] id = signature.keyId().toBytes();
      byte[] rest = signature.signature().toBytes();
      byte[] bytes = Arrays.copyOf(id, id.length + rest.length);
      System.arraycopy(rest, 0, bytes, id.length, rest.length);
      note.append(DASH).append(signature.name()).append(' ').append(Base64Text.of(bytes));
      note.append('\n');
    }
    return note.toString();
  }
}
