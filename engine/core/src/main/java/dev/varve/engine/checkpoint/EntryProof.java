package dev.varve.engine.checkpoint;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.seal.Envelope;
import dev.varve.engine.tree.InclusionProof;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The proof that one entry is in a log, to be checked without the log: its header, the way from it
 * to a signed root, and, where it is opened, what its payload says. One file of text:
 *
 * <pre>
 *  varve/proof/1
 *  header base64(280 bytes)
 *  index N                       of the leaf; the entry's place from genesis on
 *  path base64(32 bytes)         once a node, the lowest first
 *  stored base64                 only when opened: the stored payload
 *  r base64(32 bytes)            only when opened: HMAC(commit key, nonce)
 *  cbor base64                   only when opened: the payload
 *
 *  the signed note of a checkpoint, to the end
 * </pre>
 *
 * <p>Opened, it gives away this one payload, and neither a key nor any other.
 *
 * @param header of the entry
 * @param index of the leaf
 * @param path lowest node first
 * @param opening of the payload, or null
 * @param note that signs size and root
 */
public record EntryProof(
    EntryHeader header,
    long index,
    List<ByteString> path,
    @Nullable Opening opening,
    SignedNote note) {
  /** First line of the file. */
  public static final String MAGIC = "varve/proof/1";

  /** Longest file, in bytes: a payload, twice, in base64. */
  public static final int MAX_LENGTH = 4 * EntryHeader.MAX_PAYLOAD;

  /** Copies the path. */
  public EntryProof {
    path = List.copyOf(path);
  }

  /**
   * What opens one payload.
   *
   * @param stored the stored payload
   * @param r HMAC of its nonce under the commit key
   * @param cbor what it says
   */
  public record Opening(ByteString stored, ByteString r, ByteString cbor) {}

  /** The file. */
  public String text() {
    StringBuilder text = new StringBuilder(MAGIC).append('\n');
    line(text, "header", Base64Text.of(header.toBytes()));
    line(text, "index", Long.toString(index));
    path.forEach(node -> line(text, "path", Base64Text.of(node.toBytes())));
    if (opening != null) {
      line(text, "stored", Base64Text.of(opening.stored().toBytes()));
      line(text, "r", Base64Text.of(opening.r().toBytes()));
      line(text, "cbor", Base64Text.of(opening.cbor().toBytes()));
    }
    return text.append('\n').append(note).toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(name).append(' ').append(value).append('\n');
  }

  /**
   * Reads a file; checks its form alone.
   *
   * @throws NoteException naming the line
   */
  public static EntryProof parse(byte[] file) {
    ProofLines lines = ProofLines.of(file, MAGIC, MAX_LENGTH);
    byte[] header = lines.bytes("header");
    if (header.length != EntryHeader.SIZE) {
      throw new NoteException("the header of a proof has 280 bytes, found " + header.length);
    }
    long index = lines.number("index");
    List<ByteString> path = new ArrayList<>();
    while (lines.isNext("path")) {
      if (path.size() == InclusionProof.MAX_PATH) {
        throw new NoteException("a path has at most " + InclusionProof.MAX_PATH + " nodes");
      }
      path.add(ByteString.of(lines.bytes("path")));
    }
    Opening opening = null;
    if (lines.isNext("stored")) {
      opening =
          new Opening(
              ByteString.of(lines.bytes("stored")),
              ByteString.of(lines.bytes("r")),
              ByteString.of(lines.bytes("cbor")));
    }
    return new EntryProof(EntryHeader.of(header), index, path, opening, lines.note());
  }

  /**
   * The checkpoint that the entry is in, its signature not looked at.
   *
   * @throws NoteException saying what does not fit
   */
  public Checkpoint check() {
    Checkpoint checkpoint = Checkpoint.parse(note.text());
    String defect = header.defect();
    if (defect != null) {
      throw new NoteException("the header is none: " + defect);
    }
    byte[] leaf = new EntryHash().ofHeader(header.toBytes(), 0);
    if (!Arrays.equals(leaf, header.entryHash())) {
      throw new NoteException("the header does not hash to what it states");
    }
    if (header.sequence() != index) {
      throw new NoteException("the header is of entry " + header.sequence() + ", not " + index);
    }
    ByteString root = new InclusionProof(index, checkpoint.size(), path).root(leaf);
    if (!checkpoint.root().equals(root)) {
      throw new NoteException("the path does not lead to the root of the checkpoint");
    }
    if (opening != null) {
      check(opening);
    }
    return checkpoint;
  }

  private void check(Opening opened) {
    byte[] stored = opened.stored().toBytes();
    byte[] digest = new EntryHash().ofPayload(header.hashAlgorithm(), stored, 0, stored.length);
    if (!Arrays.equals(digest, header.payloadDigest())) {
      throw new NoteException("the stored payload does not hash to the header's digest");
    }
    byte[] commitment = Envelope.of(stored).commitment();
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(opened.r().toBytes(), "HmacSHA256"));
      if (!MessageDigest.isEqual(mac.doFinal(opened.cbor().toBytes()), commitment)) {
        throw new NoteException("the commitment is not to this content");
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new NoteException("the key r of the commitment is none");
    }
  }

  /** The bytes of the file. */
  public byte[] toBytes() {
    return text().getBytes(StandardCharsets.UTF_8);
  }
}
