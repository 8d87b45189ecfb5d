package dev.varve.projections.screens;

import static dev.varve.projections.screens.Captures.bytes;
import static dev.varve.projections.screens.Captures.hierarchy;
import static dev.varve.projections.screens.Captures.parse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.projections.screens.CaptureFailedException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.xml.sax.SAXException;

class CaptureFailedTest {
  private static CaptureFailedException failure(byte[] capture) {
    return assertThrows(
        CaptureFailedException.class, () -> ScreenCapture.parse(capture, "screens/0007.xml"));
  }

  private static CaptureFailedException failure(String capture) {
    return failure(capture.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theToolsIdleMessageIsNoEmptyScreen() {
    CaptureFailedException failure = failure(bytes("cases/01-input.xml"));

    assertEquals(Reason.IDLE, failure.reason());
    assertEquals("screens/0007.xml", failure.captureName());
    assertEquals(
        "screens/0007.xml: capture failed (IDLE): the screen never came to rest",
        failure.getMessage());
  }

  @Test
  void nothingIsEmpty() {
    assertEquals(Reason.EMPTY, failure("").reason());
    assertEquals(Reason.EMPTY, failure(" \r\n\t").reason());
    assertEquals(
        Reason.EMPTY,
        failure("ERROR: null root node returned by UiTestAutomationBridge.").reason());
  }

  @Test
  void aQuoteLostInWrongDecodingIsRefusedWithItsPlace() {
    CaptureFailedException failure = failure(bytes("cases/02-input_mojibake.xml"));

    assertEquals(Reason.MALFORMED, failure.reason());
    assertEquals(1, failure.line());
    assertTrue(failure.column() > 380 && failure.column() < 500, failure.getMessage());
  }

  @Test
  void aDocumentTypeIsRefusedWithItsPlace() {
    CaptureFailedException failure =
        failure("<?xml version='1.0'?>\n\n <!DOCTYPE hierarchy>\n" + hierarchy("<node/>"));

    assertEquals(Reason.DOCTYPE_FORBIDDEN, failure.reason());
    assertEquals(3, failure.line());
    assertEquals(2, failure.column());
    assertEquals(
        Reason.DOCTYPE_FORBIDDEN,
        failure("<!DOCTYPE hierarchy SYSTEM 'x.dtd'><hierarchy/>").reason());
    assertEquals(Reason.DOCTYPE_FORBIDDEN, failure("<!-- --><!DOCTYPE h []><hierarchy/>").reason());
  }

  @Test
  void anExternalEntityIsRefused() {
    CaptureFailedException failure =
        failure(
            "<?xml version='1.0'?><!DOCTYPE h [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
                + "<hierarchy><node text='&x;'/><node/></hierarchy>");

    assertEquals(Reason.DOCTYPE_FORBIDDEN, failure.reason());
  }

  @Test
  void aBillionLaughsAreRefused() {
    StringBuilder dtd = new StringBuilder("<!DOCTYPE h [<!ENTITY l0 'ha'>");
    for (int i = 1; i < 10; i++) {
      dtd.append("<!ENTITY l").append(i).append(" '");
      dtd.append(("&l" + (i - 1) + ";").repeat(10)).append("'>");
    }
    CaptureFailedException failure = failure(dtd + "]><hierarchy><node text='&l9;'/></hierarchy>");

    assertEquals(Reason.DOCTYPE_FORBIDDEN, failure.reason());
  }

  @Test
  void theParserBehindTheFirstCheckRefusesADocumentTypeToo() {
    HierarchyHandler handler = new HierarchyHandler();
    String document =
        "<!DOCTYPE h [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><hierarchy>&x;</hierarchy>";

    assertThrows(SAXException.class, () -> HardenedXml.parse(document, handler));
    assertFalse(handler.isComplete());
    assertThrows(SAXException.class, () -> handler.startDTD("h", null, null));
    assertThrows(SAXException.class, () -> handler.resolveEntity(null, "file:///etc/passwd"));
  }

  @Test
  void xmlThatIsCutOffIsRefusedAtEveryLength() {
    String capture = hierarchy("\n<node text='a&amp;b'><node/></node>\n<!-- c --><node/>");
    int end = capture.indexOf("</hierarchy>") + "</hierarchy>".length();
    for (int length = capture.indexOf("<hierarchy") + 10; length < end; length++) {
      CaptureFailedException failure = failure(capture.substring(0, length));
      assertEquals(Reason.MALFORMED, failure.reason(), "cut at " + length);
      assertTrue(failure.line() >= 1 && failure.line() <= 3, failure.getMessage());
    }
  }

  @Test
  void jsonThatIsCutOffIsRefusedAtEveryLength() {
    String capture =
        "{\"views\":[{\"text\":\"a\",\"bounds\":[[0,0],[1,1]],\"children\":[1]},\n"
            + "{\"bounds\":{\"left\":1}}],\"phone_state\":{\"activity\":\"x\"},\"b\":[{}]}";
    for (int length = 1; length < capture.length(); length++) {
      CaptureFailedException failure = failure(capture.substring(0, length));
      assertEquals(Reason.MALFORMED, failure.reason(), "cut at " + length);
    }
  }

  @Test
  void badJsonIsRefusedWithItsPlace() {
    CaptureFailedException failure = failure("{\"views\":[\n{\"text\": hunter2}]}");

    assertEquals(Reason.MALFORMED, failure.reason());
    assertEquals(2, failure.line());
  }

  @Test
  void messagesAndCausesQuoteNothingOfTheCapture() {
    for (String capture :
        new String[] {
          "{\"views\":[{\"text\": hunter2}]}",
          "{\"views\":[{\"text\": \"hunter2}]}",
          hierarchy("<node text='x' hunter2/>"),
          hierarchy("<node text='x'></hunter2>"),
          "<hunter2/>",
          "hunter2"
        }) {
      CaptureFailedException failure = failure(capture);
      String message = String.valueOf(failure.getMessage());
      assertFalse(message.contains("hunter2"), message);
      assertNull(failure.getCause());
    }
  }

  @Test
  void whatIsNoCaptureOfAnAndroidScreenIsUnsupported() {
    assertEquals(Reason.UNSUPPORTED, failure("hello").reason());
    assertEquals(Reason.UNSUPPORTED, failure("[]").reason());
    assertEquals(Reason.UNSUPPORTED, failure("{\"event\":{}}").reason());
    assertEquals(
        Reason.UNSUPPORTED,
        failure("<AppiumAUT><XCUIElementTypeApplication/></AppiumAUT>").reason());
    assertEquals(Reason.UNSUPPORTED, failure("<html><body/></html>").reason());
  }

  @Test
  void moreThanSixteenMebibytesAreTooLarge() {
    byte[] capture = new byte[16 * 1024 * 1024 + 1];
    Arrays.fill(capture, (byte) ' ');
    assertEquals(Reason.TOO_LARGE, failure(capture).reason());
    assertEquals(Reason.EMPTY, failure(Arrays.copyOf(capture, capture.length - 1)).reason());
  }

  @Test
  void jsonNestedWithoutEndIsRefused() {
    assertEquals(Reason.MALFORMED, failure("{\"a\":" + "[".repeat(1_000_000)).reason());
    assertEquals(
        Reason.MALFORMED, failure("{\"views\":" + "[{\"children\":".repeat(100_000)).reason());
  }

  @Test
  void thePlaceCountsWhatStoodBeforeTheDocument() throws CaptureFailedException {
    String document = hierarchy("<node></hierarchy>");
    CaptureFailedException alone = failure(document);
    CaptureFailedException behind = failure("first\nnoise " + document);

    assertEquals(1, alone.line());
    assertEquals(2, behind.line());
    assertEquals(alone.column() + 6, behind.column());
    assertEquals(2, parse(hierarchy("<node/><node/>")).nodeCount());
  }

  /** Whatever bytes arrive, there is a tree or the one exception; the seed makes a run repeat. */
  @Test
  void damagedCapturesGiveATreeOrThisException() {
    Random random = new Random(20260115);
    int failures = 0;
    for (String resource : Captures.readable()) {
      byte[] original = bytes(resource);
      for (int round = 0; round < 20; round++) {
        byte[] damaged = original.clone();
        for (int i = 0; i <= random.nextInt(8); i++) {
          damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        int from = round % 2 == 0 ? 0 : random.nextInt(damaged.length);
        try {
          ViewTree tree =
              ScreenCapture.parse(Arrays.copyOfRange(damaged, from, damaged.length), resource);
          assertEquals(tree, ViewTree.of(tree.structure(), tree.texts()));
        } catch (CaptureFailedException expected) {
          failures++;
        }
      }
    }
    assertTrue(failures > 100, failures + " failures");
  }
}
