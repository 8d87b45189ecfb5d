package dev.varve.engine.tree;

import dev.varve.engine.entry.ByteString;
import java.util.ArrayList;
import java.util.List;

/**
 * That a tree begins with a smaller one: nothing of the older was changed or taken away. Immutable.
 *
 * @param older size of the smaller tree
 * @param newer size of the larger one
 * @param path nodes, 32 bytes each
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9162#section-2.1.4.2">RFC 9162, 2.1.4.2</a>
 */
public record ConsistencyProof(long older, long newer, List<ByteString> path) {
  /** Copies the path. */
  public ConsistencyProof {
    path = List.copyOf(path);
  }

  static ConsistencyProof of(long older, long newer, List<byte[]> path) {
    return new ConsistencyProof(older, newer, strings(path));
  }

  static List<ByteString> strings(List<byte[]> hashes) {
    List<ByteString> strings = new ArrayList<>(hashes.size());
    for (byte[] hash : hashes) {
      strings.add(ByteString.of(hash));
    }
    return strings;
  }

  /** Whether it leads from the one root to the other. A tree of size 0 begins every tree. */
  public boolean links(ByteString olderRoot, ByteString newerRoot) {
    if (older < 0 || older > newer) {
      return false;
    }
    if (older == 0 || older == newer) {
      return path.isEmpty() && (older == 0 || olderRoot.equals(newerRoot));
    }
    return walk(olderRoot, newerRoot);
  }

  private boolean walk(ByteString olderRoot, ByteString newerRoot) {
    List<ByteString> nodes = new ArrayList<>(path);
    if (Long.bitCount(older) == 1) {
      nodes.add(0, olderRoot);
    }
    if (nodes.isEmpty() || nodes.stream().anyMatch(node -> node.length() != NodeHash.SIZE)) {
      return false;
    }
    NodeHash hash = new NodeHash();
    long node = older - 1;
    long last = newer - 1;
    while ((node & 1) == 1) {
      node >>= 1;
      last >>= 1;
    }
    byte[] olderHash = nodes.get(0).toBytes();
    byte[] newerHash = olderHash;
    for (ByteString beside : nodes.subList(1, nodes.size())) {
      if (last == 0) {
        return false;
      }
      if ((node & 1) == 1 || node == last) {
        olderHash = hash.parent(beside.toBytes(), olderHash);
        newerHash = hash.parent(beside.toBytes(), newerHash);
        while ((node & 1) == 0 && node != 0) {
          node >>= 1;
          last >>= 1;
        }
      } else {
        newerHash = hash.parent(newerHash, beside.toBytes());
      }
      node >>= 1;
      last >>= 1;
    }
    return last == 0
        && ByteString.of(olderHash).equals(olderRoot)
        && ByteString.of(newerHash).equals(newerRoot);
  }
}
