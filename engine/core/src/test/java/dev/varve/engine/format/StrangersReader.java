package dev.varve.engine.format;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** What somebody would write who has the page on the log format and nothing else. */
final class StrangersReader {
  private StrangersReader() {}

  static byte[] join(byte[]... parts) {
    ByteBuffer joined = ByteBuffer.allocate(Arrays.stream(parts).mapToInt(p -> p.length).sum());
    for (byte[] part : parts) {
      joined.put(part);
    }
    return joined.array();
  }

  static byte[] slice(byte[] bytes, int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }

  static byte[] u32(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] sha256(byte[] bytes) throws GeneralSecurityException {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  static byte[] hmac(byte[] key, byte[] message) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(message);
  }

  /** RFC 5869 with an empty salt and one block of output. */
  static byte[] hkdf(byte[] key, byte[] info) throws GeneralSecurityException {
    return hmac(hmac(new byte[32], key), join(info, new byte[] {1}));
  }

  static byte[] decrypt(byte[] key, byte[] nonce, byte[] aad, byte[] sealed)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, nonce));
    cipher.updateAAD(aad);
    return cipher.doFinal(sealed);
  }

  /** Section 8. */
  static byte[] unwrap(byte[] wrapped, byte[] key, byte[] context) throws GeneralSecurityException {
    return decrypt(key, slice(wrapped, 0, 12), context, slice(wrapped, 12, wrapped.length));
  }

  /** Section 7: opens an envelope and checks its commitment. */
  static byte[] open(byte[] envelope, byte[] header, byte[] key, byte[] logId)
      throws GeneralSecurityException {
    byte[] nonce = slice(envelope, 5, 17);
    byte[] commitment = slice(envelope, 17, 49);
    byte[] aad = join(slice(header, 0, 184), slice(envelope, 0, 5), commitment);
    byte[] sealKey = hkdf(key, join(utf8("varve/1/seal"), logId));
    byte[] cbor = decrypt(sealKey, nonce, aad, slice(envelope, 49, envelope.length));
    byte[] r = hmac(hkdf(key, join(utf8("varve/1/commit"), logId)), nonce);
    if (!Arrays.equals(commitment, hmac(r, cbor))) {
      throw new GeneralSecurityException("the commitment does not fit");
    }
    return cbor;
  }

  /** RFC 6962, section 2.1, over leaf hashes, as its recursion states it. */
  static byte[] merkleRoot(List<byte[]> leafHashes) throws GeneralSecurityException {
    int n = leafHashes.size();
    if (n == 1) {
      return leafHashes.get(0);
    }
    int k = Integer.highestOneBit(n - 1);
    byte[] left = merkleRoot(leafHashes.subList(0, k));
    byte[] right = merkleRoot(leafHashes.subList(k, n));
    return sha256(join(new byte[] {1}, left, right));
  }

  /** Section 6: a payload in the diagnostic notation of RFC 8949. */
  static String diagnostic(byte[] cbor) {
    ByteBuffer in = ByteBuffer.wrap(cbor);
    String text = item(in);
    if (in.hasRemaining()) {
      throw new IllegalStateException("bytes after the map");
    }
    return text;
  }

  private static String item(ByteBuffer in) {
    int head = in.get() & 0xff;
    if (head == 0xf5) {
      return "true";
    }
    long n = argument(in, head & 31);
    return switch (head >> 5) {
      case 0 -> Long.toString(n);
      case 1 -> Long.toString(-1 - n);
      case 2 -> "h'" + hex(take(in, n)) + "'";
      case 3 -> '"' + new String(take(in, n), StandardCharsets.UTF_8) + '"';
      case 4 -> "[" + items(in, n, "") + "]";
      case 5 -> "{" + items(in, n, ": ") + "}";
      default -> throw new IllegalStateException("not of the subset: " + head);
    };
  }

  private static long argument(ByteBuffer in, int size) {
    return switch (size) {
      case 24 -> in.get() & 0xff;
      case 25 -> in.getShort() & 0xffff;
      case 26 -> in.getInt() & 0xffffffffL;
      case 27 -> in.getLong();
      default -> size;
    };
  }

  private static String items(ByteBuffer in, long n, String afterKey) {
    StringBuilder text = new StringBuilder();
    for (long i = 0; i < n; i++) {
      text.append(i == 0 ? "" : ", ");
      if (!afterKey.isEmpty()) {
        text.append(item(in)).append(afterKey);
      }
      text.append(item(in));
    }
    return text.toString();
  }

  private static byte[] take(ByteBuffer in, long n) {
    byte[] bytes = new byte[(int) n];
    in.get(bytes);
    return bytes;
  }

  static String hex(byte[] bytes) {
    StringBuilder hex = new StringBuilder();
    for (byte b : bytes) {
      hex.append(Character.forDigit((b >> 4) & 15, 16)).append(Character.forDigit(b & 15, 16));
    }
    return hex.toString();
  }
}
