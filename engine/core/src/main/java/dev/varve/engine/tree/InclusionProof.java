package dev.varve.engine.tree;

import dev.varve.engine.entry.ByteString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * That a leaf is in a tree: the hashes beside the way from the leaf to the root. Immutable.
 *
 * @param index of the leaf, from 0
 * @param size of the tree
 * @param path lowest node first, 32 bytes each
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9162#section-2.1.3.2">RFC 9162, 2.1.3.2</a>
 */
public record InclusionProof(long index, long size, List<ByteString> path) {
  /** Most nodes of a path, since a size has 63 bits. */
  public static final int MAX_PATH = 64;

  /** Copies the path. */
  public InclusionProof {
    path = List.copyOf(path);
  }

  static InclusionProof of(long index, long size, List<byte[]> path) {
    return new InclusionProof(index, size, ConsistencyProof.strings(path));
  }

  /** The root that the leaf would lead to, or null when the path cannot belong to this place. */
  public @Nullable ByteString root(byte[] leafHash) {
    if (index < 0 || index >= size || leafHash.length != NodeHash.SIZE) {
      return null;
    }
    NodeHash hash = new NodeHash();
    long node = index;
    long last = size - 1;
    byte[] root = leafHash;
    for (ByteString beside : path) {
      if (last == 0 || beside.length() != NodeHash.SIZE) {
        return null;
      }
      if ((node & 1) == 1 || node == last) {
        root = hash.parent(beside.toBytes(), root);
        while ((node & 1) == 0 && node != 0) {
          node >>= 1;
          last >>= 1;
        }
      } else {
        root = hash.parent(root, beside.toBytes());
      }
      node >>= 1;
      last >>= 1;
    }
    return last == 0 ? ByteString.of(root) : null;
  }
}
