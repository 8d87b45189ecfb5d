package dev.varve.engine.tree;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A growing Merkle tree as in RFC 6962, section 2.1, and RFC 9162, section 2.1. Leaves are leaf
 * hashes already (an entry's hash is one); interior nodes are SHA-256.
 *
 * <p>It keeps the hash of every complete subtree of 32 leaves and more, some two bytes a leaf, and
 * those of the last, incomplete 32. Other leaves are asked for again when a proof needs them: at
 * most 32 for an inclusion proof.
 *
 * <p>Not thread-safe.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9162#section-2.1">RFC 9162, section 2.1</a>
 */
public final class MerkleTree {
  /** Height of the lowest nodes that are kept: 2^5 leaves. */
  private static final int BASE = 5;

  private static final int BLOCK = 1 << BASE;

  private final NodeHash hash = new NodeHash();

  /** Level k: the complete subtrees of 2^(BASE + k) leaves. */
  private final List<HashList> levels = new ArrayList<>();

  /** The complete subtrees of 2^h leaves at the end that is shorter than a block. */
  private final byte[][] frontier = new byte[BASE][];

  private long size;

  /**
   * Adds a leaf by its hash of 32 bytes.
   *
   * @throws IllegalArgumentException when it has another length
   */
  public void append(byte[] leafHash) {
    if (leafHash.length != NodeHash.SIZE) {
      throw new IllegalArgumentException("a leaf hash has 32 bytes, found " + leafHash.length);
    }
    byte[] node = leafHash.clone();
    int height = 0;
    while (height < BASE && (size >> height & 1) == 1) {
      node = hash.parent(frontier[height], node);
      height++;
    }
    if (height < BASE) {
      frontier[height] = node;
    } else {
      addBlock(node);
    }
    size++;
  }

  /**
   * Adds the leaves of another tree, in order.
   *
   * @throws IllegalArgumentException when the size of this one is no multiple of 32, the leaves of
   *     the lowest nodes that are kept
   */
  public void appendAll(MerkleTree more) {
    if (size % BLOCK != 0) {
      throw new IllegalArgumentException("a tree of " + size + " leaves ends within a block");
    }
    HashList blocks = more.level(0);
    for (int i = 0; i < blocks.size(); i++) {
      addBlock(blocks.get(i));
    }
    System.arraycopy(more.frontier, 0, frontier, 0, BASE);
    size += more.size;
  }

  /** Adds the node of a complete block, and every node above that is complete with it. */
  private void addBlock(byte[] block) {
    byte[] node = block;
    int level = 0;
    level(level).add(node);
    while (level(level).size() % 2 == 0) {
      HashList nodes = level(level);
      node = hash.parent(nodes.get(nodes.size() - 2), node);
      level++;
      level(level).add(node);
    }
  }

  private HashList level(int level) {
    while (levels.size() <= level) {
      levels.add(new HashList());
    }
    return levels.get(level);
  }

  /** Number of leaves. */
  public long size() {
    return size;
  }

  /** The root, 32 bytes; SHA-256 of nothing for the empty tree. */
  public byte[] root() {
    byte[] root = null;
    for (int height = 0; height < BASE; height++) {
      if ((size >> height & 1) == 1) {
        root = root == null ? frontier[height] : hash.parent(frontier[height], root);
      }
    }
    for (int level = 0; level < levels.size(); level++) {
      HashList nodes = levels.get(level);
      if (nodes.size() % 2 == 1) {
        byte[] last = nodes.get(nodes.size() - 1);
        root = root == null ? last : hash.parent(last, root);
      }
    }
    return root == null ? hash.ofNothing() : root.clone();
  }

  /**
   * The root that the tree had when it was smaller.
   *
   * @param then 0 to {@link #size}
   */
  public byte[] rootAt(long then, LeafSource leaves) {
    requireSize(then);
    if (then == size) {
      return root();
    }
    return then == 0 ? hash.ofNothing() : new Reading(leaves).root(0, then);
  }

  /**
   * Proves that a leaf is in the tree of a size.
   *
   * @param index 0 to {@code then} - 1
   * @param then 1 to {@link #size}
   */
  public InclusionProof inclusion(long index, long then, LeafSource leaves) {
    requireSize(then);
    if (index < 0 || index >= then) {
      throw new IllegalArgumentException("leaf " + index + " is not in a tree of " + then);
    }
    List<byte[]> path = new ArrayList<>();
    new Reading(leaves).path(index, 0, then, path);
    return InclusionProof.of(index, then, path);
  }

  /**
   * Proves that the tree of a size begins with the tree of a smaller one.
   *
   * @param older 0 to {@code newer}
   * @param newer 0 to {@link #size}
   */
  public ConsistencyProof consistency(long older, long newer, LeafSource leaves) {
    requireSize(newer);
    if (older < 0 || older > newer) {
      throw new IllegalArgumentException("a tree of " + newer + " does not begin with " + older);
    }
    List<byte[]> path = new ArrayList<>();
    if (older > 0 && older < newer) {
      new Reading(leaves).subproof(older, 0, newer, true, path);
    }
    return ConsistencyProof.of(older, newer, path);
  }

  private void requireSize(long then) {
    if (then < 0 || then > size) {
      throw new IllegalArgumentException("the tree has " + size + " leaves, asked for " + then);
    }
  }

  /** Reads nodes, those below the kept ones from their leaves, a block at a time. */
  private final class Reading {
    private final LeafSource source;
    private long blockAt = -1;
    private byte[] block = new byte[0];

    Reading(LeafSource source) {
      this.source = source;
    }

    /** MTH of the leaves from {@code start} on. */
    byte[] root(long start, long count) {
      if (Long.bitCount(count) == 1 && start % count == 0) {
        return node(Long.numberOfTrailingZeros(count), start);
      }
      long left = split(count);
      return hash.parent(root(start, left), root(start + left, count - left));
    }

    /** The largest power of two that is smaller than {@code count}. */
    private long split(long count) {
      return Long.highestOneBit(count - 1);
    }

    private byte[] node(int height, long start) {
      if (height >= BASE) {
        return levels.get(height - BASE).get(Math.toIntExact(start >> height));
      }
      if (isAtEnd(height, start)) {
        return frontier[height].clone();
      }
      if (height == 0) {
        return leaf(start);
      }
      long half = 1L << (height - 1);
      return hash.parent(node(height - 1, start), node(height - 1, start + half));
    }

    /** Whether the frontier has it. */
    private boolean isAtEnd(int height, long start) {
      return (size >> height & 1) == 1 && start == size >> (height + 1) << (height + 1);
    }

    private byte[] leaf(long index) {
      long from = index & -BLOCK;
      if (from != blockAt) {
        int count = (int) Math.min(BLOCK, size - from);
        block = source.leaves(from, count);
        if (block.length != count * NodeHash.SIZE) {
          throw new IllegalArgumentException(
              count
                  + " leaf hashes expected from "
                  + from
                  + " on, found "
                  + block.length
                  + " bytes");
        }
        blockAt = from;
      }
      int at = (int) (index - from) * NodeHash.SIZE;
      return Arrays.copyOfRange(block, at, at + NodeHash.SIZE);
    }

    /** PATH(index, leaves from start on), the lowest node first. */
    void path(long index, long start, long count, List<byte[]> path) {
      if (count == 1) {
        return;
      }
      long left = split(count);
      if (index < left) {
        path(index, start, left, path);
        path.add(root(start + left, count - left));
      } else {
        path(index - left, start + left, count - left, path);
        path.add(root(start, left));
      }
    }

    /** SUBPROOF(older, leaves from start on, whole). */
    void subproof(long older, long start, long count, boolean whole, List<byte[]> path) {
      if (older == count) {
        if (!whole) {
          path.add(root(start, count));
        }
        return;
      }
      long left = split(count);
      if (older <= left) {
        subproof(older, start, left, whole, path);
        path.add(root(start + left, count - left));
      } else {
        subproof(older - left, start + left, count - left, false, path);
        path.add(root(start, left));
      }
    }
  }

  /** Writes what is kept; {@link #restore} reads it. */
  public void save(DataOutput out) throws IOException {
    out.writeLong(size);
    HashList blocks = level(0);
    for (int i = 0; i < blocks.size(); i++) {
      out.write(blocks.get(i));
    }
    for (int height = 0; height < BASE; height++) {
      if ((size >> height & 1) == 1) {
        out.write(frontier[height]);
      }
    }
  }

  /**
   * The tree that {@link #save} wrote.
   *
   * @throws IOException when it is cut short or cannot be one
   */
  public static MerkleTree restore(DataInput in) throws IOException {
    MerkleTree tree = new MerkleTree();
    long size = in.readLong();
    if (size < 0) {
      throw new IOException("a tree of " + size + " leaves");
    }
    for (long block = size >> BASE; block > 0; block--) {
      byte[] node = new byte[NodeHash.SIZE];
      in.readFully(node);
      tree.addBlock(node);
    }
    for (int height = 0; height < BASE; height++) {
      if ((size >> height & 1) == 1) {
        byte[] node = new byte[NodeHash.SIZE];
        in.readFully(node);
        tree.frontier[height] = node;
      }
    }
    tree.size = size;
    return tree;
  }
}
