package dev.varve.projections.screens;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Three SHA-256 fingerprints of a tree, with what is needed to compare them. They are over:
 *
 * <pre>
 * string    = length in bytes (4, big-endian) | UTF-8
 * triple    = string(class name) | string(resource id) | 01 visible or 00 not
 *
 * main      = 01 | number of nodes (4) | the triples of all nodes, sorted
 * structure = 02 | number of roots (4)
 *                | for each root in order: triple | number of children (4)
 *                                        | the triples of its children, in order
 * texts     = 03 | number of strings (4) | all texts and content descriptions that are not empty,
 *                                          each as string(...), sorted
 * </pre>
 *
 * <p>Sorting is by the encoded bytes, unsigned, the shorter first where one starts the other;
 * duplicates stay. Texts of password fields are in no tree and so in no hash.
 *
 * <p>These digests are not keyed, and a text can be guessed: they may stand in sealed payloads
 * only. Equality here means the same bytes, also for unreadable trees; whether two screens are the
 * same is for {@link ScreenComparison} to say. Immutable.
 */
public final class ScreenHashes {
  /** The length of each hash in bytes. */
  public static final int LENGTH = 32;

  private static final byte MAIN = 1;
  private static final byte STRUCTURE = 2;
  private static final byte TEXTS = 3;

  private final CaptureBackend backend;
  private final boolean readable;
  private final boolean identified;
  private final byte[] main;
  private final byte[] structure;
  private final byte[] texts;

  private ScreenHashes(
      CaptureBackend backend,
      boolean readable,
      boolean identified,
      byte[] main,
      byte[] structure,
      byte[] texts) {
    this.backend = backend;
    this.readable = readable;
    this.identified = identified;
    this.main = main;
    this.structure = structure;
    this.texts = texts;
  }

  /** The hashes of a tree. */
  public static ScreenHashes of(ViewTree tree) {
    boolean identified = false;
    List<byte[]> triples = new ArrayList<>(tree.nodeCount());
    List<byte[]> strings = new ArrayList<>();
    for (ViewNode node : tree.nodes()) {
      triples.add(triple(node));
      identified |= !node.resourceId().isEmpty();
      if (!node.text().isEmpty()) {
        strings.add(string(node.text()));
      }
      if (!node.contentDescription().isEmpty()) {
        strings.add(string(node.contentDescription()));
      }
    }
    return new ScreenHashes(
        tree.backend(),
        !tree.has(CaptureMark.UNREADABLE),
        identified,
        sortedHash(MAIN, triples),
        structureHash(tree),
        sortedHash(TEXTS, strings));
  }

  /**
   * Hashes that were stored. Copies the arrays.
   *
   * @throws IllegalArgumentException when one is not {@link #LENGTH} bytes long
   */
  public static ScreenHashes of(
      CaptureBackend backend,
      boolean readable,
      boolean identified,
      byte[] main,
      byte[] structure,
      byte[] texts) {
    for (byte[] hash : List.of(main, structure, texts)) {
      if (hash.length != LENGTH) {
        throw new IllegalArgumentException("a hash of " + hash.length + " bytes");
      }
    }
    return new ScreenHashes(
        backend, readable, identified, main.clone(), structure.clone(), texts.clone());
  }

  public CaptureBackend backend() {
    return backend;
  }

  /** False when the tree was marked {@link CaptureMark#UNREADABLE}. */
  public boolean isReadable() {
    return readable;
  }

  /** Whether any node of the tree has a resource id. */
  public boolean isIdentified() {
    return identified;
  }

  /** Over the (class, id, visibility) of all nodes. A copy. */
  public byte[] main() {
    return main.clone();
  }

  /** Over the roots and their direct children. A copy. */
  public byte[] structure() {
    return structure.clone();
  }

  /** Over all texts and descriptions. A copy. */
  public byte[] texts() {
    return texts.clone();
  }

  boolean hasMainOf(ScreenHashes other) {
    return Arrays.equals(main, other.main);
  }

  boolean hasStructureOf(ScreenHashes other) {
    return Arrays.equals(structure, other.structure);
  }

  boolean hasTextsOf(ScreenHashes other) {
    return Arrays.equals(texts, other.texts);
  }

  /** Whether the tree shows no text at all. */
  boolean isSilent() {
    return Arrays.equals(texts, sortedHash(TEXTS, new ArrayList<>()));
  }

  private static byte[] structureHash(ViewTree tree) {
    MessageDigest digest = sha256();
    digest.update(STRUCTURE);
    List<ViewNode> roots = tree.roots();
    digest.update(number(roots.size()));
    for (ViewNode root : roots) {
      digest.update(triple(root));
      List<ViewNode> children = root.children();
      digest.update(number(children.size()));
      for (ViewNode child : children) {
        digest.update(triple(child));
      }
    }
    return digest.digest();
  }

  private static byte[] sortedHash(byte domain, List<byte[]> encoded) {
    encoded.sort(ScreenHashes::compareUnsigned);
    MessageDigest digest = sha256();
    digest.update(domain);
    digest.update(number(encoded.size()));
    for (byte[] element : encoded) {
      digest.update(element);
    }
    return digest.digest();
  }

  private static byte[] triple(ViewNode node) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    append(out, string(node.className()));
    append(out, string(node.resourceId()));
    out.write(node.is(ViewFlag.VISIBLE) ? 1 : 0);
    return out.toByteArray();
  }

  private static byte[] string(String string) {
    byte[] utf8 = string.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream(utf8.length + 4);
    append(out, number(utf8.length));
    append(out, utf8);
    return out.toByteArray();
  }

  private static byte[] number(int value) {
    return new byte[] {
      (byte) (value >>> 24), (byte) (value >>> 16), (byte) (value >>> 8), (byte) value
    };
  }

  private static void append(ByteArrayOutputStream out, byte[] bytes) {
    out.write(bytes, 0, bytes.length);
  }

  /** As Arrays.compareUnsigned, which Android has only since API 33. */
  private static int compareUnsigned(byte[] a, byte[] b) {
    for (int i = 0; i < Math.min(a.length, b.length); i++) {
      int difference = (a[i] & 0xFF) - (b[i] & 0xFF);
      if (difference != 0) {
        return difference;
      }
    }
    return a.length - b.length;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ScreenHashes that
        && backend == that.backend
        && readable == that.readable
        && identified == that.identified
        && hasMainOf(that)
        && hasStructureOf(that)
        && hasTextsOf(that);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(main);
  }

  /** Shows no hash: texts can be guessed from one. */
  @Override
  public String toString() {
    return "ScreenHashes[" + backend + (readable ? "]" : ", unreadable]");
  }
}
