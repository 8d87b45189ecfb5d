package dev.varve.engine.format;

import static dev.varve.engine.format.StrangersReader.diagnostic;
import static dev.varve.engine.format.StrangersReader.hex;
import static dev.varve.engine.format.StrangersReader.hkdf;
import static dev.varve.engine.format.StrangersReader.hmac;
import static dev.varve.engine.format.StrangersReader.join;
import static dev.varve.engine.format.StrangersReader.merkleRoot;
import static dev.varve.engine.format.StrangersReader.open;
import static dev.varve.engine.format.StrangersReader.sha256;
import static dev.varve.engine.format.StrangersReader.slice;
import static dev.varve.engine.format.StrangersReader.u32;
import static dev.varve.engine.format.StrangersReader.unwrap;
import static dev.varve.engine.format.StrangersReader.utf8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Reads the example of {@code docs/log-format.md} by what that page says. */
class LogFormatDocumentTest {
  /** The sequence of the example's fact. */
  static final int FACT = 5;

  final FormatPage page = FormatPage.read();
  final List<byte[]> entries = page.entries();
  final byte[] logId = page.bytes("log-id");

  LogFormatDocumentTest() throws IOException {}

  @Test
  void theTableOfFieldsCoversTheHeaderWithoutGapOrOverlap() {
    int next = 0;
    for (FormatPage.Field field : page.headerFields()) {
      assertEquals(next, field.offset());
      next += field.size();
    }
    assertEquals(280, next);
  }

  @Test
  void everyEntryHashesAndLinksAsThePageSays() throws GeneralSecurityException {
    assertEquals(6, entries.size());
    byte[] previous = new byte[32];
    for (byte[] entry : entries) {
      ByteBuffer header = ByteBuffer.wrap(entry, 0, 280);
      assertEquals(entry.length - 280, header.getInt(24));
      assertArrayEquals(sha256(slice(entry, 280, entry.length)), slice(entry, 184, 216));
      assertArrayEquals(previous, slice(entry, 216, 248));
      previous = sha256(join(new byte[] {0}, slice(entry, 0, 248)));
      assertArrayEquals(previous, slice(entry, 248, 280));
    }
  }

  @Test
  void theRootIsTheMerkleTreeHashOfTheEntryHashes() throws GeneralSecurityException {
    List<byte[]> leaves = new ArrayList<>();
    for (byte[] entry : entries) {
      leaves.add(slice(entry, 248, 280));
    }
    assertEquals(page.text("root"), hex(merkleRoot(leaves)));
  }

  @Test
  void theHeadersHoldWhatThePageSaysTheyHold() {
    for (int i = 0; i < entries.size(); i++) {
      ByteBuffer header = ByteBuffer.wrap(entries.get(i));
      assertEquals(0x56525631, header.getInt(0));
      assertEquals(0x010101, header.getInt(4) >>> 8);
      assertEquals(0, header.getInt(16));
      String fields =
          "sequence "
              + header.getLong(8)
              + ", type "
              + header.getShort(20)
              + ", schema "
              + header.getShort(22)
              + ", payload "
              + header.getInt(24)
              + ", version "
              + header.getInt(48)
              + ", index "
              + header.getShort(52)
              + ", last "
              + (header.get(7) == 1)
              + ", subject "
              + header.getInt(116)
              + ", actor "
              + header.getInt(104)
              + ", pid "
              + header.getInt(108);
      assertEquals(page.text("header-" + i), fields);
    }
    assertArrayEquals(logId, slice(entries.get(0), 32, 48));
  }

  @Test
  void eachKeyUnwrapsUnderTheOneAboveIt() throws GeneralSecurityException {
    byte[] kek =
        unwrap(
            page.bytes("wrapped-kek"),
            page.bytes("wrapping-key"),
            join(utf8("varve/1/kek"), logId));
    assertEquals(page.text("kek"), hex(kek));
    byte[] subject = page.bytes("subject-1");
    assertEquals(page.text("log-key"), subjectKey("wrapped-log-key", kek, new byte[16], 0));
    assertEquals(page.text("key-1-0"), subjectKey("wrapped-key-1-0", kek, subject, 0));
    assertEquals(page.text("key-1-1"), subjectKey("wrapped-key-1-1", kek, subject, 1));
  }

  private String subjectKey(String name, byte[] kek, byte[] subject, int generation)
      throws GeneralSecurityException {
    byte[] context = join(utf8("varve/1/subject"), logId, subject, u32(generation));
    return hex(unwrap(page.bytes(name), kek, context));
  }

  @Test
  void everyPayloadOpensToTheContentOnThePage() throws GeneralSecurityException {
    for (int i = 0; i < entries.size(); i++) {
      assertEquals(page.text("payload-" + i), diagnostic(payload(i)));
    }
  }

  private byte[] payload(int sequence) throws GeneralSecurityException {
    byte[] entry = entries.get(sequence);
    boolean ofTheLog = ByteBuffer.wrap(entry).getInt(116) == 0;
    byte[] key = page.bytes(ofTheLog ? "log-key" : "key-1-0");
    return open(slice(entry, 280, entry.length), entry, key, logId);
  }

  @Test
  void theValueInsideThePayloadOpensUnderItsOwnGeneration() throws GeneralSecurityException {
    byte[] envelope = value();
    assertEquals(1, ByteBuffer.wrap(envelope).getInt(1));
    byte[] content = open(envelope, entries.get(FACT), page.bytes("key-1-1"), logId);
    assertEquals(page.text("value-" + FACT), diagnostic(content));
  }

  /** The byte string under key 2 of the fact's payload. */
  private byte[] value() {
    Matcher nested = Pattern.compile("2: h'([0-9a-f]+)'").matcher(page.text("payload-" + FACT));
    assertTrue(nested.find());
    byte[] envelope = new byte[nested.group(1).length() / 2];
    for (int i = 0; i < envelope.length; i++) {
      envelope[i] = (byte) Integer.parseInt(nested.group(1).substring(2 * i, 2 * i + 2), 16);
    }
    return envelope;
  }

  @Test
  void theIdsInTheHeaderAreKeyedHashesOfTheNamesOnThePage() throws GeneralSecurityException {
    byte[] logKey = page.bytes("log-key");
    byte[] traces = hkdf(logKey, join(utf8("varve/traces"), logId));
    byte[] trace = utf8(page.text("trace"));
    assertArrayEquals(slice(hmac(traces, trace), 0, 16), slice(entries.get(FACT), 72, 88));
    byte[] names = hkdf(logKey, join(utf8("varve/names"), logId));
    byte[] kind = utf8(page.text("stream-kind"));
    byte[] name = utf8(page.text("stream-name"));
    byte[] stream = hmac(names, join(u32(kind.length), kind, u32(name.length), name));
    assertArrayEquals(slice(stream, 0, 16), slice(entries.get(FACT), 32, 48));
  }

  @Test
  void theDigestOfTheFactLayerIsTheOneOnThePage() throws GeneralSecurityException {
    byte[] digests = hkdf(page.bytes("log-key"), join(utf8("varve/digests"), logId));
    byte[] item = page.bytes("facts-item");
    assertEquals(page.text("facts-item-holds"), diagnostic(item));
    String name = hex(slice(hmac(digests, utf8(page.text("stream-name"))), 0, 16));
    String trace = hex(slice(hmac(digests, utf8(page.text("trace"))), 0, 16));
    String commitment = hex(slice(value(), 17, 49));
    String described = diagnostic(item);
    assertTrue(described.contains("{1: h'" + name + "', "));
    assertTrue(described.contains(" 7: h'" + trace + "', 8: " + FACT + ","));
    assertTrue(described.contains(" 11: h'" + commitment + "'}"));
    byte[] layer = utf8("facts");
    byte[] digest = hmac(digests, join(u32(layer.length), layer, u32(item.length), item));
    assertEquals(page.text("facts-digest"), hex(digest));
  }
}
