package dev.varve.engine.entry;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes that do not change and compare by content: hashes, digests, wrapped keys. Thread-safe. */
public final class ByteString {
  private final byte[] bytes;

  private ByteString(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A copy of {@code bytes}. */
  public static ByteString of(byte[] bytes) {
    return new ByteString(bytes.clone());
  }

  /** A copy of the bytes. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** Number of bytes. */
  public int length() {
    return bytes.length;
  }

  /** Two lower-case hex digits a byte. */
  public String hex() {
    return Hex.of(bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ByteString string && Arrays.equals(bytes, string.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Only the length: some byte strings are better not printed. */
  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
