package dev.varve.engine.seal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.Hex;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.Test;

class PassphraseKeyWrapperTest {
  private static final Crypto CRYPTO = Crypto.platform();
  private static final char[] PASSPHRASE = "correct horse".toCharArray();
  private static final byte[] KEY = Hex.parse("2a".repeat(32));
  private static final byte[] CONTEXT = {1, 2, 3};

  private static byte[] resting() {
    return PassphraseKeyWrapper.seal(KEY, PASSPHRASE, CRYPTO, PassphraseKeyWrapper.FEWEST);
  }

  private static PassphraseKeyWrapper open(byte[] resting, String passphrase) {
    return PassphraseKeyWrapper.open(resting, "the file", passphrase.toCharArray(), CRYPTO);
  }

  private static void fixCheck(byte[] resting) {
    CRC32 crc = new CRC32();
    crc.update(resting, 0, 89);
    ByteBuffer.wrap(resting).putInt(89, (int) crc.getValue());
  }

  @Test
  void derivationMeetsTheVectorsOfRfc7914() {
    // Section 11: the first 32 of 64 bytes.
    assertEquals(
        "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc",
        Hex.of(derive("passwd", "salt", 1)));
    assertEquals(
        "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56",
        Hex.of(derive("Password", "NaCl", 80_000)));
  }

  private static byte[] derive(String password, String salt, int iterations) {
    return new Pbkdf2(CRYPTO.hmacSha256())
        .derive(
            password.getBytes(StandardCharsets.UTF_8),
            salt.getBytes(StandardCharsets.UTF_8),
            iterations);
  }

  @Test
  void theBytesAreWhatTheTableSaysAndAnotherImplementationOpensThem() throws Exception {
    byte[] resting = PassphraseKeyWrapper.seal(KEY, PASSPHRASE, CRYPTO);
    assertEquals(93, resting.length);
    assertEquals("56525650415353" + "01" + "01" + "000927c0", Hex.of(Arrays.copyOf(resting, 13)));
    byte[] checked = resting.clone();
    fixCheck(checked);
    assertArrayEquals(checked, resting);
    byte[] derived =
        SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
            .generateSecret(
                new PBEKeySpec(PASSPHRASE, Arrays.copyOfRange(resting, 13, 29), 600_000, 256))
            .getEncoded();
    byte[] key =
        IndependentCrypto.gcm(
            Cipher.DECRYPT_MODE,
            derived,
            Arrays.copyOfRange(resting, 29, 41),
            Arrays.copyOf(resting, 29),
            Arrays.copyOfRange(resting, 41, 89));
    assertArrayEquals(KEY, key);
  }

  @Test
  void whatOneHandleWrapsTheNextOneUnwraps() {
    byte[] resting = resting();
    byte[] wrapped = open(resting, "correct horse").wrap(new byte[] {9, 8}, CONTEXT);
    assertArrayEquals(new byte[] {9, 8}, open(resting, "correct horse").unwrap(wrapped, CONTEXT));
    assertArrayEquals(
        new byte[] {9, 8}, new AesGcmKeyWrapper(CRYPTO, KEY).unwrap(wrapped, CONTEXT));
  }

  @Test
  void saltAndNonceAreNewEachTime() {
    byte[] one = resting();
    byte[] other = resting();
    assertNotEquals(
        Hex.of(Arrays.copyOfRange(one, 13, 29)), Hex.of(Arrays.copyOfRange(other, 13, 29)));
    assertFalse(Arrays.equals(one, 29, 41, other, 29, 41));
  }

  @Test
  void aWrongPassphraseIsToldApartFromDamage() {
    byte[] resting = resting();
    WrongPassphraseException wrong =
        assertThrows(WrongPassphraseException.class, () -> open(resting, "correct horses"));
    assertEquals("wrong passphrase for the file", wrong.getMessage());
    for (int i = 0; i < resting.length; i++) {
      byte[] damaged = resting.clone();
      damaged[i] ^= 0x10;
      KeyStoreException refused =
          assertThrows(KeyStoreException.class, () -> open(damaged, "correct horse"), "byte " + i);
      assertFalse(refused instanceof WrongPassphraseException, "byte " + i);
      assertTrue(String.valueOf(refused.getMessage()).startsWith("the file is damaged"), "" + i);
    }
    byte[] cut = Arrays.copyOf(resting, 92);
    assertThrows(KeyStoreException.class, () -> open(cut, "correct horse"));
    assertThrows(KeyStoreException.class, () -> open(new byte[0], "correct horse"));
  }

  @Test
  void aFileWithFewerIterationsOrForeverManyIsRefused() {
    for (int iterations : new int[] {99_999, 1, 0, -1, 10_000_001, Integer.MAX_VALUE}) {
      byte[] weak = resting();
      ByteBuffer.wrap(weak).putInt(9, iterations);
      fixCheck(weak);
      KeyStoreException refused =
          assertThrows(KeyStoreException.class, () -> open(weak, "correct horse"));
      assertEquals(
          "the file: " + iterations + " iterations, expected 100000 to 10000000",
          refused.getMessage());
    }
  }

  @Test
  void aPassphraseIsTheSameHoweverItsAccentsAreTyped() {
    byte[] resting =
        PassphraseKeyWrapper.seal(
            KEY, "caf\u00e9 \u9886".toCharArray(), CRYPTO, PassphraseKeyWrapper.FEWEST);
    byte[] wrapped = open(resting, "cafe\u0301 \u9886").wrap(new byte[] {1}, CONTEXT);
    assertArrayEquals(new byte[] {1}, new AesGcmKeyWrapper(CRYPTO, KEY).unwrap(wrapped, CONTEXT));
    assertThrows(WrongPassphraseException.class, () -> open(resting, "cafe \u9886"));
  }

  @Test
  void whatIsNoPassphraseIsRefused() {
    for (String text : new String[] {"", "\ud800", "x".repeat(1025)}) {
      assertThrows(
          KeyStoreException.class,
          () -> PassphraseKeyWrapper.seal(KEY, text.toCharArray(), CRYPTO));
    }
  }
}
