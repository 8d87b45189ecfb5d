package dev.varve.engine.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.Hex;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Proofs against the definitions of RFC 6962, written down again as they stand there. */
class ProofsTest {
  private final List<byte[]> leaves = new ArrayList<>();
  private final MerkleTree tree = new MerkleTree();

  private static byte[] sha256(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private void grow(int size) {
    while (leaves.size() < size) {
      byte[] leaf = sha256(ByteBuffer.allocate(5).put((byte) 0).putInt(leaves.size()).array());
      leaves.add(leaf);
      tree.append(leaf);
    }
  }

  private byte[] source(long from, int count) {
    ByteBuffer buffer = ByteBuffer.allocate(count * 32);
    leaves.subList((int) from, (int) from + count).forEach(buffer::put);
    return buffer.array();
  }

  private static byte[] mth(List<byte[]> d) {
    if (d.isEmpty()) {
      return sha256();
    }
    if (d.size() == 1) {
      return d.get(0);
    }
    int k = Integer.highestOneBit(d.size() - 1);
    return sha256(new byte[] {1}, mth(d.subList(0, k)), mth(d.subList(k, d.size())));
  }

  private static List<byte[]> path(int m, List<byte[]> d) {
    if (d.size() == 1) {
      return new ArrayList<>();
    }
    int k = Integer.highestOneBit(d.size() - 1);
    List<byte[]> path;
    if (m < k) {
      path = path(m, d.subList(0, k));
      path.add(mth(d.subList(k, d.size())));
    } else {
      path = path(m - k, d.subList(k, d.size()));
      path.add(mth(d.subList(0, k)));
    }
    return path;
  }

  private static List<byte[]> subproof(int m, List<byte[]> d, boolean b) {
    List<byte[]> proof = new ArrayList<>();
    if (m == d.size()) {
      if (!b) {
        proof.add(mth(d));
      }
      return proof;
    }
    int k = Integer.highestOneBit(d.size() - 1);
    if (m <= k) {
      proof.addAll(subproof(m, d.subList(0, k), b));
      proof.add(mth(d.subList(k, d.size())));
    } else {
      proof.addAll(subproof(m - k, d.subList(k, d.size()), false));
      proof.add(mth(d.subList(0, k)));
    }
    return proof;
  }

  private static List<String> hex(List<byte[]> hashes) {
    return hashes.stream().map(Hex::of).toList();
  }

  private static List<String> strings(List<ByteString> hashes) {
    return hashes.stream().map(ByteString::hex).toList();
  }

  private ByteString root(int size) {
    return ByteString.of(mth(leaves.subList(0, size)));
  }

  @Test
  void everyInclusionProofUpTo80LeavesIsThatOfTheRfcAndLeadsToTheRoot() {
    grow(80);
    for (int size = 1; size <= 80; size++) {
      for (int index = 0; index < size; index++) {
        InclusionProof proof = tree.inclusion(index, size, this::source);
        assertEquals(hex(path(index, leaves.subList(0, size))), strings(proof.path()));
        assertEquals(root(size), proof.root(leaves.get(index)));
        if (index > 0) {
          assertNotEquals(root(size), proof.root(leaves.get(index - 1)));
        }
      }
    }
  }

  @Test
  void everyConsistencyProofUpTo80LeavesIsThatOfTheRfcAndLinksTheRoots() {
    grow(80);
    for (int newer = 1; newer <= 80; newer++) {
      for (int older = 1; older <= newer; older++) {
        ConsistencyProof proof = tree.consistency(older, newer, this::source);
        assertEquals(hex(subproof(older, leaves.subList(0, newer), true)), strings(proof.path()));
        assertTrue(proof.links(root(older), root(newer)), older + " in " + newer);
        assertFalse(proof.links(root(older), root(newer - 1)));
        assertFalse(proof.links(root(older - 1), root(newer)));
      }
    }
    assertTrue(tree.consistency(0, 80, this::source).links(root(0), root(80)));
  }

  @Test
  void largerTreesAgreeAtPlacesDrawnFromASeed() {
    grow(5_000);
    Random random = new Random(6962);
    for (int i = 0; i < 200; i++) {
      int size = 1 + random.nextInt(5_000);
      int index = random.nextInt(size);
      int older = 1 + random.nextInt(size);
      assertEquals(root(size).hex(), Hex.of(tree.rootAt(size, this::source)));
      assertEquals(root(size), tree.inclusion(index, size, this::source).root(leaves.get(index)));
      assertTrue(tree.consistency(older, size, this::source).links(root(older), root(size)));
    }
  }

  @Test
  void aProofOfAnotherPlaceSizeOrLengthLeadsNowhere() {
    grow(70);
    InclusionProof proof = tree.inclusion(33, 70, this::source);
    byte[] leaf = leaves.get(33);
    assertNotEquals(root(70), new InclusionProof(34, 70, proof.path()).root(leaf));
    assertNull(new InclusionProof(70, 70, proof.path()).root(leaf));
    assertNull(new InclusionProof(-1, 70, proof.path()).root(leaf));
    assertNull(new InclusionProof(33, 70, proof.path().subList(1, proof.path().size())).root(leaf));
    List<ByteString> longer = new ArrayList<>(proof.path());
    longer.add(root(1));
    assertNull(new InclusionProof(33, 70, longer).root(leaf));
    assertNull(new InclusionProof(0, 2, List.of(ByteString.of(new byte[31]))).root(leaf));
    assertNull(proof.root(new byte[33]));
    ConsistencyProof grown = tree.consistency(33, 70, this::source);
    assertFalse(new ConsistencyProof(34, 70, grown.path()).links(root(33), root(70)));
    assertFalse(new ConsistencyProof(33, 70, List.of()).links(root(33), root(70)));
    assertFalse(new ConsistencyProof(70, 33, grown.path()).links(root(70), root(33)));
    List<ByteString> more = new ArrayList<>(grown.path());
    more.add(root(1));
    assertFalse(new ConsistencyProof(33, 70, more).links(root(33), root(70)));
    assertThrows(IllegalArgumentException.class, () -> tree.inclusion(70, 70, this::source));
    assertThrows(IllegalArgumentException.class, () -> tree.rootAt(71, this::source));
    assertThrows(IllegalArgumentException.class, () -> tree.consistency(9, 8, this::source));
  }

  @Test
  void aProofReadsNoMoreThanABlockOfLeaves() {
    grow(5_000);
    int[] read = {0};
    tree.inclusion(
        2_345,
        5_000,
        (from, count) -> {
          read[0] += count;
          return source(from, count);
        });
    assertTrue(read[0] <= 64, "read " + read[0]);
  }

  @Test
  void aTreeThatWasSavedGoesOnAsIfItHadNotBeen() throws Exception {
    for (int size : new int[] {0, 1, 31, 32, 33, 95, 96, 1_000}) {
      grow(size);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      tree.save(new DataOutputStream(bytes));
      MerkleTree restored =
          MerkleTree.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
      assertEquals(size, restored.size());
      assertEquals(Hex.of(tree.root()), Hex.of(restored.root()));
      for (int more = 0; more < 70; more++) {
        restored.append(sha256(new byte[] {0, (byte) more}));
      }
      MerkleTree whole = new MerkleTree();
      leaves.subList(0, size).forEach(whole::append);
      for (int more = 0; more < 70; more++) {
        whole.append(sha256(new byte[] {0, (byte) more}));
      }
      assertEquals(Hex.of(whole.root()), Hex.of(restored.root()));
    }
  }
}
