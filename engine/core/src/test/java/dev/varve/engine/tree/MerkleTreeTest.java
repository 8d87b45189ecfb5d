package dev.varve.engine.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varve.engine.entry.Hex;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MerkleTreeTest {
  /** The inputs and roots that the Certificate Transparency projects test with. */
  private static final List<String> INPUTS =
      List.of(
          "",
          "00",
          "10",
          "2021",
          "3031",
          "40414243",
          "5051525354555657",
          "606162636465666768696a6b6c6d6e6f");

  private static final List<String> ROOTS =
      List.of(
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
          "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
          "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
          "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
          "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
          "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
          "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
          "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
          "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");

  private static byte[] sha256(byte[]... parts) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (byte[] part : parts) {
      digest.update(part);
    }
    return digest.digest();
  }

  /** MTH as RFC 6962, section 2.1, words it, on leaf hashes. */
  private static byte[] recursiveRoot(List<byte[]> leaves) throws Exception {
    if (leaves.isEmpty()) {
      return sha256();
    }
    if (leaves.size() == 1) {
      return leaves.get(0);
    }
    int split = Integer.highestOneBit(leaves.size() - 1);
    return sha256(
        new byte[] {1},
        recursiveRoot(leaves.subList(0, split)),
        recursiveRoot(leaves.subList(split, leaves.size())));
  }

  @Test
  void theKnownRootsOfCertificateTransparencyComeOut() throws Exception {
    MerkleTree tree = new MerkleTree();
    assertEquals(ROOTS.get(0), Hex.of(tree.root()));
    for (int i = 0; i < INPUTS.size(); i++) {
      tree.append(sha256(new byte[] {0}, Hex.parse(INPUTS.get(i))));
      assertEquals(i + 1, tree.size());
      assertEquals(ROOTS.get(i + 1), Hex.of(tree.root()));
    }
  }

  @Test
  void everySizeUpTo130AgreesWithTheRecursiveDefinition() throws Exception {
    MerkleTree tree = new MerkleTree();
    List<byte[]> leaves = new ArrayList<>();
    for (int size = 0; size <= 130; size++) {
      assertEquals(Hex.of(recursiveRoot(leaves)), Hex.of(tree.root()), "size " + size);
      byte[] leaf = sha256(ByteBuffer.allocate(5).put((byte) 0).putInt(size).array());
      leaves.add(leaf);
      tree.append(leaf);
    }
  }

  @Test
  void theRootIsACopy() {
    MerkleTree tree = new MerkleTree();
    tree.append(new byte[32]);
    tree.root()[0] = 1;
    assertEquals("00".repeat(32), Hex.of(tree.root()));
  }

  @Test
  void aLeafThatIsNoHashIsRefused() {
    MerkleTree tree = new MerkleTree();
    assertThrows(IllegalArgumentException.class, () -> tree.append(new byte[31]));
    assertEquals(0, tree.size());
  }
}
