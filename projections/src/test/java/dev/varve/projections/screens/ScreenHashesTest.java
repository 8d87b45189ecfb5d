package dev.varve.projections.screens;

import static dev.varve.projections.screens.Captures.hierarchy;
import static dev.varve.projections.screens.Captures.parse;
import static dev.varve.projections.screens.Captures.tree;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/** The expected hashes were computed in another language from the class comment alone. */
class ScreenHashesTest {
  private static String hex(byte[] hash) {
    return String.format("%064x", new BigInteger(1, hash));
  }

  @Test
  void threeNodesHashAsTheDescriptionSays() throws CaptureFailedException {
    ScreenHashes hashes =
        ScreenHashes.of(
            parse(
                hierarchy(
                    "<node class='android.widget.FrameLayout'>",
                    "<node class='android.widget.TextView' resource-id='com.example.shop:id/title'"
                        + " text='\u9996\u9875'/>",
                    "<node class='android.widget.Button' resource-id='com.example.shop:id/me'"
                        + " visible-to-user='false' text='\u6211\u7684' content-desc='Profile'/>",
                    "</node>")));

    assertEquals(
        "2f83cfec8caf60faec72f9db130b38555cef4e41e5de9b9785a4ce2aa172994e", hex(hashes.main()));
    assertEquals(
        "61a7048e887e45615ce3fc23e894304acb4d7f8100bab53edbc50f9330193016",
        hex(hashes.structure()));
    assertEquals(
        "a88acddfe8089f5f122cd63048e608d79698ef6792bed783a71ad0ca7dbf6411", hex(hashes.texts()));
    assertTrue(hashes.isReadable());
    assertTrue(hashes.isIdentified());
  }

  @Test
  void aTreeWithoutNodesHashesAsTheDescriptionSays() throws CaptureFailedException {
    ScreenHashes hashes = ScreenHashes.of(tree("cases/03-input_empty.xml"));

    assertEquals(
        "957b88b12730e646e0f33d3618b77dfa579e8231e3c59c7104be7165611c8027", hex(hashes.main()));
    assertEquals(
        "395c2f5598a1643a205154c6f4c46ce36895b28e6c35660a95e5c6fd5ef9aeab",
        hex(hashes.structure()));
    assertEquals(
        "a665e6b115dd56fd3e0c89be631e6eda8e9666b822e0bd7026bf0822c4bbc68f", hex(hashes.texts()));
    assertFalse(hashes.isReadable());
    assertFalse(hashes.isIdentified());
  }

  @Test
  void aRealDumpHashesAsTheDescriptionSays() throws CaptureFailedException {
    ScreenHashes hashes =
        ScreenHashes.of(tree("dumps/com.simplemobiletools.calendar_event_edit--base--4fb2f1.xml"));

    assertEquals(
        "262e3c28e03528b589331037e6ac65f10c61adc60eefaf09d2cf0b39c048b41c", hex(hashes.main()));
    assertEquals(
        "cbd30a17c2cac9132d7a829b0c8e3cbc7188ba6b83853b645f5cc64c49d65c22",
        hex(hashes.structure()));
    assertEquals(
        "efaa55c3540d64a745ec578b5649eac11c2333026e8f3b9295854840eccffc48", hex(hashes.texts()));
  }

  @Test
  void orderChangesStructureButNeitherMainNorTexts() throws CaptureFailedException {
    ScreenHashes ab =
        ScreenHashes.of(
            parse(
                hierarchy(
                    "<node><node class='a' text='x'/>", "<node class='b' text='y'/></node>")));
    ScreenHashes ba =
        ScreenHashes.of(
            parse(
                hierarchy(
                    "<node><node class='b' text='y'/>", "<node class='a' text='x'/></node>")));

    assertArrayEquals(ab.main(), ba.main());
    assertArrayEquals(ab.texts(), ba.texts());
    assertNotEquals(hex(ab.structure()), hex(ba.structure()));
  }

  @Test
  void aCharacterThatMovesFromClassToIdChangesTheHash() throws CaptureFailedException {
    ScreenHashes one =
        ScreenHashes.of(parse(hierarchy("<node class='ab' resource-id='c'/><node/>")));
    ScreenHashes two =
        ScreenHashes.of(parse(hierarchy("<node class='a' resource-id='bc'/><node/>")));

    assertNotEquals(hex(one.main()), hex(two.main()));
  }

  @Test
  void aPasswordChangesNoHash() throws CaptureFailedException {
    String field = "<node class='e' password='true' text='%s'/><node/>";
    ScreenHashes one = ScreenHashes.of(parse(hierarchy(String.format(field, "1234"))));
    ScreenHashes two = ScreenHashes.of(parse(hierarchy(String.format(field, "9876"))));

    assertEquals(one, two);
  }

  @Test
  void storedHashesEqualTheComputedOnes() throws CaptureFailedException {
    ScreenHashes hashes = ScreenHashes.of(tree("cases/05-input_home.xml"));
    ScreenHashes stored =
        ScreenHashes.of(
            hashes.backend(),
            hashes.isReadable(),
            hashes.isIdentified(),
            hashes.main(),
            hashes.structure(),
            hashes.texts());

    assertEquals(hashes, stored);
    assertEquals(hashes.hashCode(), stored.hashCode());
    byte[] tooShort = new byte[31];
    assertThrows(
        IllegalArgumentException.class,
        () ->
            ScreenHashes.of(
                CaptureBackend.DROIDBOT, true, true, hashes.main(), tooShort, hashes.texts()));
  }

  @Test
  void printingShowsNoHash() throws CaptureFailedException {
    ScreenHashes hashes = ScreenHashes.of(tree("cases/05-input_home.xml"));
    assertEquals("ScreenHashes[UIAUTOMATOR]", hashes.toString());
  }
}
