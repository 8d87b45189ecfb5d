package dev.varve.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.VarveException;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.LogId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignedNoteTest {
  private static final LogId LOG = new LogId(1, 2);
  private static final ByteString ROOT = ByteString.of(new byte[32]);

  /** A key that others made: that of Go's checksum database. */
  private static final String SUMDB_KEY =
      "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8";

  @Test
  void theKeyOfGosChecksumDatabaseIsReadWithItsId() {
    VerifierKey key = VerifierKey.parse(SUMDB_KEY);
    assertEquals("sum.golang.org", key.name());
    assertEquals("033de0ae", key.id().hex());
    assertEquals(SignatureAlgorithm.ED25519, key.algorithm());
    assertEquals(SUMDB_KEY, key.text());
  }

  @Test
  void theVectorOfRfc8032IsVerified() {
    // RFC 8032, section 7.1, test 2: one byte, 72, signed.
    byte[] raw =
        dev.varve.engine.entry.Hex.parse(
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
    byte[] spki =
        dev.varve.engine.entry.Hex.parse(
            "302a300506032b6570032100".concat(dev.varve.engine.entry.Hex.of(raw)));
    VerifierKey key = VerifierKey.of("x", SignatureAlgorithm.ED25519, spki);
    byte[] signature =
        dev.varve.engine.entry.Hex.parse(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
    assertTrue(key.verify(new byte[] {0x72}, signature));
    assertFalse(key.verify(new byte[] {0x73}, signature));
  }

  @ParameterizedTest
  @EnumSource(SignatureAlgorithm.class)
  void aCheckpointIsReadBackAndVerified(SignatureAlgorithm algorithm) {
    TestSigner signer = TestSigner.of(LOG, algorithm);
    SignedNote note = Checkpoint.of(LOG, 20_852_163, ROOT).signedBy(signer);
    assertTrue(
        note.toString()
            .startsWith(
                "00000000000000010000000000000002\n20852163\n"
                    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n\u2014 "
                    + "00000000000000010000000000000002 "));
    SignedNote read = SignedNote.parse(note.toBytes());
    assertEquals(note.toString(), read.toString());
    assertTrue(read.isSignedBy(VerifierKey.parse(signer.verifierKey().text())));
    assertFalse(read.isSignedBy(TestSigner.of(LOG, algorithm).verifierKey()));
    Checkpoint checkpoint = Checkpoint.parse(read.text());
    assertEquals(Checkpoint.of(LOG, 20_852_163, ROOT), checkpoint);
    assertNull(checkpoint.nextKey());
    VerifierKey next = TestSigner.of(LOG, SignatureAlgorithm.ED25519).verifierKey();
    Checkpoint handing = Checkpoint.parse(checkpoint.handingOverTo(next).text());
    assertEquals(next, handing.nextKey());
  }

  @ParameterizedTest
  @EnumSource(SignatureAlgorithm.class)
  void noFlippedBitIsTakenForTheSignersWord(SignatureAlgorithm algorithm) {
    TestSigner signer = TestSigner.of(LOG, algorithm);
    byte[] note = Checkpoint.of(LOG, 7, ROOT).signedBy(signer).toBytes();
    for (int bit = 0; bit < note.length * 8; bit++) {
      byte[] changed = note.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      assertFalse(isAccepted(changed, signer.verifierKey()), "bit " + bit);
    }
    for (int length = 0; length < note.length; length++) {
      assertFalse(isAccepted(Arrays.copyOf(note, length), signer.verifierKey()));
    }
  }

  private static boolean isAccepted(byte[] bytes, VerifierKey key) {
    try {
      SignedNote note = SignedNote.parse(bytes);
      Checkpoint checkpoint = Checkpoint.parse(note.text());
      return note.isSignedBy(key) && checkpoint.size() >= 0;
    } catch (NoteException e) {
      return false;
    }
  }

  @Test
  void furtherSignaturesAreKeptAndABadOneOfAKnownKeyRejects() {
    TestSigner first = TestSigner.of(LOG, SignatureAlgorithm.ED25519);
    TestSigner second = TestSigner.of(LOG, SignatureAlgorithm.ECDSA_P256);
    Checkpoint checkpoint = Checkpoint.of(LOG, 7, ROOT);
    String one = checkpoint.signedBy(first).toString();
    String two = checkpoint.signedBy(second).toString();
    String line = two.substring(two.indexOf('\u2014'));
    SignedNote both = SignedNote.parse((one + line).getBytes(StandardCharsets.UTF_8));
    assertEquals(2, both.signatures().size());
    assertTrue(both.isSignedBy(first.verifierKey()));
    assertTrue(both.isSignedBy(second.verifierKey()));
    String other = Checkpoint.of(LOG, 8, ROOT).signedBy(first).toString();
    String bad = other.substring(other.indexOf('\u2014'));
    SignedNote spoilt = SignedNote.parse((one + bad).getBytes(StandardCharsets.UTF_8));
    assertFalse(spoilt.isSignedBy(first.verifierKey()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n\n",
        "text\n",
        "text\n\n",
        "text\n\n\u2014 name AAAAAAA=",
        "text\n\n\u2014 name AAAA\n",
        "text\n\n- name AAAAAAA=\n",
        "text\n\n\u2014  AAAAAAA=\n",
        "text\n\n\u2014 na+me AAAAAAA=\n",
        "text\n\n\u2014 name AAAAAAA\n",
        "text\n\n\u2014 name AAAAAAB=\n",
        "te\txt\n\n\u2014 name AAAAAAA=\n",
        "text\r\n\n\u2014 name AAAAAAA=\n",
      })
  void whatIsNoNoteIsRefused(String text) {
    assertThrows(
        NoteException.class, () -> SignedNote.parse(text.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0000000000000001000000000000000\n7\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n",
        "00000000000000010000000000000002\n07\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n",
        "00000000000000010000000000000002\n-7\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n",
        "00000000000000010000000000000002\n9999999999999999999\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n",
        "00000000000000010000000000000002\n7\nAAAA\n",
        "00000000000000010000000000000002\n7\n",
        "00000000000000010000000000000002\n7\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
      })
  void whatIsNoCheckpointIsRefused(String text) {
    assertThrows(NoteException.class, () -> Checkpoint.parse(text));
  }

  @Test
  void whatIsNoVerifierKeyIsRefused() {
    String good = TestSigner.of(LOG, SignatureAlgorithm.ECDSA_P256).verifierKey().text();
    for (int i = 0; i < good.length(); i++) {
      char[] changed = good.toCharArray();
      changed[i] = changed[i] == 'A' ? 'B' : 'A';
      String text = new String(changed);
      // Another name is another key; the rest is bound together by the key id.
      if (i >= good.indexOf('+')) {
        assertThrows(VarveException.class, () -> VerifierKey.parse(text), text);
      }
    }
    List<String> bad = List.of("", "a", "a+b", "+00000000+AA==", "a+00000000+AQ==", "a b+0+AA==");
    for (String text : bad) {
      assertThrows(NoteException.class, () -> VerifierKey.parse(text), text);
    }
  }
}
