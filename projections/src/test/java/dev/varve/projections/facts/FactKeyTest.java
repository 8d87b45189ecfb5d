package dev.varve.projections.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class FactKeyTest {
  private static void refused(String spelling) {
    assertThrows(InvalidFactException.class, () -> FactKey.of(spelling));
  }

  @Test
  void composedAndDecomposedSpellingsAreOneKey() {
    // é as U+00E9, and as e with U+0301; U+AC01 and its three jamo.
    assertEquals(FactKey.of("张三/caf\u00e9"), FactKey.of("张三/cafe\u0301"));
    assertEquals("张三/caf\u00e9", FactKey.of("张三/cafe\u0301").text());
    assertEquals(FactKey.of("\uac01"), FactKey.of("\u1100\u1161\u11a8"));
    assertEquals(FactKey.of("q\u0323\u0307"), FactKey.of("q\u0307\u0323"), "marks in either order");
    assertEquals(FactKey.of("caf\u00e9").hashCode(), FactKey.of("cafe\u0301").hashCode());
  }

  @Test
  void keysThatOnlyLookAlikeAreDifferent() {
    assertNotEquals(FactKey.of("address"), FactKey.of("Address"));
    assertNotEquals(FactKey.of("address"), FactKey.of("address_home"));
    assertNotEquals(FactKey.of("ａ"), FactKey.of("a"), "full width is another character");
    assertNotEquals(FactKey.of("a"), FactKey.of("\u0430"), "Cyrillic is another script");
  }

  @Test
  void aKeyHasOneTo200CharactersOnceItIsNormal() {
    assertEquals(200, FactKey.of("x".repeat(200)).text().length());
    refused("");
    refused("x".repeat(201));
    // 400 units that normalise to 200.
    assertEquals(200, FactKey.of("e\u0301".repeat(200)).text().length());
    // U+0958 is one unit and two in its normal form.
    assertEquals(200, FactKey.of("\u0958".repeat(100)).text().length());
    refused("\u0958".repeat(101));
  }

  @Test
  void forbiddenCharactersAreRefusedWhereverTheyStand() {
    for (String bad :
        new String[] {
          "\u0000",
          "\n",
          "\t",
          "\u007f",
          "\u0085", // control
          "\u200b",
          "\u200d",
          "\u202e",
          "\ufeff",
          "\u00ad", // format
          "\ud83d",
          "\ude00", // half a pair
          "\ue000",
          "\udbff\udffd", // private use
          "\u2028",
          "\u2029", // separators of lines
          "\uffff",
          "\u0378" // not a character; not assigned
        }) {
      refused("a" + bad + "b");
      refused(bad);
    }
    assertEquals("a😀b", FactKey.of("a😀b").text());
  }

  @Test
  void whiteSpaceOfAnyKindIsRefusedAtTheEndsAndKeptWithin() {
    for (String space : new String[] {" ", "\u00a0", "\u2007", "\u202f", "\u3000", "\u2003"}) {
      refused(space + "a");
      refused("a" + space);
      refused(space);
    }
    assertEquals("home address", FactKey.of("home address").text());
  }

  @Test
  void theMessageOfARefusalDoesNotRepeatTheKey() {
    InvalidFactException refusal =
        assertThrows(InvalidFactException.class, () -> FactKey.of("geheim\u0000"));
    assertEquals("a fact's key has a forbidden character at 6", refusal.getMessage());
  }

  @Test
  void aStoredKeyIsTakenAsItStandsWhateverThePlatformKnows() {
    // U+0378 is assigned nowhere today; tomorrow's platform may know it and write it.
    assertEquals("a\u0378", FactKey.stored("a\u0378").text());
  }
}
