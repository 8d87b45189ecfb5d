package dev.varve.projections.screens;

import static dev.varve.projections.screens.Captures.hierarchy;
import static dev.varve.projections.screens.Captures.parse;
import static dev.varve.projections.screens.Captures.texts;
import static dev.varve.projections.screens.Captures.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UiAutomatorDumpTest {
  @Test
  void aRealDumpKeepsEveryNodeInOrder() throws CaptureFailedException {
    ViewTree tree = tree("dumps/com.simplemobiletools.calendar_event_edit--base--4fb2f1.xml");

    assertEquals(28, tree.nodeCount());
    assertEquals(CaptureBackend.UIAUTOMATOR, tree.backend());
    assertEquals(Set.of(), tree.marks());
    assertNull(tree.activity());
    assertEquals(1, tree.roots().size());
    ViewNode title = tree.find("com.simplemobiletools.calendar:id/event_title").get(0);
    assertEquals("Title", title.text());
    assertEquals("android.widget.EditText", title.className());
    assertEquals(new Bounds(42, 317, 1038, 433), title.bounds());
    assertTrue(title.is(ViewFlag.CLICKABLE));
    assertTrue(title.is(ViewFlag.LONG_CLICKABLE));
    assertTrue(title.is(ViewFlag.ENABLED));
    assertTrue(title.is(ViewFlag.EDITABLE));
    assertTrue(title.is(ViewFlag.VISIBLE));
    assertFalse(title.is(ViewFlag.CHECKABLE));
    assertFalse(title.is(ViewFlag.PASSWORD));
  }

  @Test
  void allAttributesOfANodeAreRead() throws CaptureFailedException {
    ViewTree tree =
        parse(
            hierarchy(
                "<node/><node text='a' resource-id='b' class='c' package='d' content-desc='e'"
                    + " checkable='true' checked='true' clickable='false' enabled='false'"
                    + " focusable='true' focused='true' scrollable='true' long-clickable='false'"
                    + " password='false' selected='true' visible-to-user='false'"
                    + " bounds='[-5,0][10,2147483647]'/>"));

    ViewNode node = tree.node(1);
    assertEquals("a", node.text());
    assertEquals("b", node.resourceId());
    assertEquals("c", node.className());
    assertEquals("d", node.packageName());
    assertEquals("e", node.contentDescription());
    assertEquals(new Bounds(-5, 0, 10, Integer.MAX_VALUE), node.bounds());
    assertEquals(
        ViewFlag.CHECKABLE.bit()
            | ViewFlag.CHECKED.bit()
            | ViewFlag.FOCUSABLE.bit()
            | ViewFlag.FOCUSED.bit()
            | ViewFlag.SCROLLABLE.bit()
            | ViewFlag.SELECTED.bit(),
        tree.structure().value(Column.FLAGS, 1));
  }

  @Test
  void anAppiumPageSourceNamesNodesByTheirElements() throws CaptureFailedException {
    ViewTree tree = tree("dumps/com.google.android.apps.nexuslauncher_home--content-a--168e42.xml");

    assertEquals(CaptureBackend.APPIUM, tree.backend());
    assertEquals(33, tree.nodeCount());
    assertEquals("android.widget.FrameLayout", tree.node(0).className());
    assertEquals(1, tree.find("com.google.android.apps.nexuslauncher:id/launcher").size());

    ViewTree older =
        parse(
            hierarchy(
                "<android.view.View><android.widget.Button text='x'/>", "</android.view.View>"));
    assertEquals(CaptureBackend.APPIUM, older.backend());
    assertEquals("android.widget.Button", older.node(1).className());
  }

  @Test
  void severalWindowsAreSeveralRoots() throws CaptureFailedException {
    ViewTree tree =
        parse(
            "<displays><display id='0'><window index='0'><hierarchy><node class='a'/></hierarchy>"
                + "</window><window index='1'><hierarchy><node class='b'><node class='c'/></node>"
                + "</hierarchy></window></display></displays>");

    assertEquals(2, tree.roots().size());
    assertEquals(List.of(tree.node(2)), tree.node(1).children());
    assertEquals(1, tree.node(1).siblingPosition());
  }

  @Test
  void noiseAroundTheDocumentIsIgnored() throws CaptureFailedException {
    ViewTree tree = tree("cases/01-input_ok_with_noise.xml");
    assertEquals(2, tree.nodeCount());
    assertEquals(Set.of(), tree.marks());

    ViewTree before =
        parse("WARNING: linker: <libc>\nUI dump:\n" + hierarchy("<node/><node/>") + "</x>");
    assertEquals(2, before.nodeCount());
  }

  @Test
  void charactersThatXmlForbidsAreRepairedAndMarked() throws CaptureFailedException {
    ViewTree tree = tree("cases/02-input.xml");

    assertEquals(4, tree.nodeCount());
    assertEquals(Set.of(CaptureMark.REPAIRED), tree.marks());
    assertEquals(
        List.of(
            "ok \uD83D\uDE00 bad bell lone\uFFFD", "Tom &amp; Ann \uD83D\uDE00 a\u200Db", "A&B <3"),
        texts(tree));
  }

  @Test
  void anUndeclaredEntityIsPlainTextAndNeverExpanded() throws CaptureFailedException {
    ViewTree tree = parse(hierarchy("<node text='&secret; &#x41;&#66; &amp &;&#;'/><node/>"));

    assertEquals(List.of("&secret; AB &amp &;&#;"), texts(tree));
    assertEquals(Set.of(CaptureMark.REPAIRED), tree.marks());
  }

  @Test
  void bothByteOrdersOfUtf16AndAByteOrderMarkAreRead() throws CaptureFailedException {
    assertEquals(2, tree("cases/02-input_utf16.xml").nodeCount());
    String capture = hierarchy("<node text='\u4f18\u60e0\u5238'/>", "<node/>");
    ViewTree plain = parse(capture);
    assertEquals(plain, parse("\uFEFF" + capture));
    assertEquals(plain, ScreenCapture.parse(capture.getBytes(StandardCharsets.UTF_16LE), "little"));
    assertEquals(plain, ScreenCapture.parse(capture.getBytes(StandardCharsets.UTF_16BE), "big"));
    assertEquals(plain, ScreenCapture.parse(capture.getBytes(StandardCharsets.UTF_16), "marked"));
  }

  @Test
  void bytesThatAreNoUtf8AreReplacedAndMarked() throws CaptureFailedException {
    byte[] capture = hierarchy("<node text='a?b'/><node/>").getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < capture.length - 1; i++) {
      if (capture[i] == 'a' && capture[i + 1] == '?') {
        capture[i + 1] = (byte) 0xFF;
      }
    }
    ViewTree tree = ScreenCapture.parse(capture, "latin");

    assertEquals(List.of("a\uFFFDb"), texts(tree));
    assertTrue(tree.has(CaptureMark.REPAIRED));
  }

  @Test
  void aTreeOfOneNodeOrNoneIsUnreadable() throws CaptureFailedException {
    assertEquals(Set.of(CaptureMark.UNREADABLE), tree("cases/03-input.xml").marks());
    assertEquals(1, tree("cases/03-input.xml").nodeCount());
    assertEquals(Set.of(CaptureMark.UNREADABLE), tree("cases/03-input_empty.xml").marks());
    assertEquals(0, tree("cases/03-input_empty.xml").nodeCount());
    assertEquals(List.of(), tree("cases/03-input_empty.xml").roots());
  }

  @Test
  void textsOfPasswordFieldsAndOfWhatIsInsideThemAreDropped() throws CaptureFailedException {
    ViewTree tree =
        parse(
            hierarchy(
                "<node class='android.widget.EditText' text='hunter2' content-desc='PIN hunter2'"
                    + " password='true'><node text='hunter2'/></node><node text='after'/>"));

    assertEquals(3, tree.nodeCount());
    assertTrue(tree.node(0).is(ViewFlag.PASSWORD));
    assertEquals(List.of("after"), texts(tree));
    assertEquals("", tree.node(0).contentDescription());
    assertEquals(Set.of(), tree.marks());
  }

  @Test
  void boundsThatAreNoneAreEmptyAndMarked() throws CaptureFailedException {
    for (String bounds :
        List.of("[0,0][1]", "[0,0][1,99999999999]", "x", "1,2,3,4,5", "[-,0][1,1]")) {
      ViewTree tree = parse(hierarchy("<node bounds='" + bounds + "'/><node/>"));
      assertEquals(new Bounds(0, 0, 0, 0), tree.node(0).bounds(), bounds);
      assertEquals(Set.of(CaptureMark.REPAIRED), tree.marks(), bounds);
    }
    assertEquals(Set.of(), parse(hierarchy("<node/><node bounds=''/>")).marks());
  }

  @Test
  void commentsAndCdataSayNothing() throws CaptureFailedException {
    ViewTree tree =
        parse(hierarchy("<!-- <!DOCTYPE x> & -->", "<node/>", "<![CDATA[<!ENTITY>]]>", "<node/>"));

    assertEquals(2, tree.nodeCount());
    assertEquals(Set.of(), tree.marks());
  }

  @Test
  void lineEndsInTextsBecomeLineFeeds() throws CaptureFailedException {
    ViewTree tree = parse(hierarchy("<node text='a&#13;&#10;b&#13;c&#9;d'/><node/>"));

    assertEquals(List.of("a\nb\nc\td"), texts(tree));
    assertEquals(Set.of(), tree.marks());
  }
}
