package dev.varve.projections.screens;

import static dev.varve.projections.screens.Captures.parse;
import static dev.varve.projections.screens.Captures.texts;
import static dev.varve.projections.screens.Captures.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DroidBotStateTest {
  @Test
  void realStatesKeepActivityNodesAndTexts() throws CaptureFailedException {
    ViewTree welcome = tree("droidbot/state_2018-06-05_173408.json");
    assertEquals(CaptureBackend.DROIDBOT, welcome.backend());
    assertEquals("com.fsck.k9/.activity.setup.WelcomeMessage", welcome.activity());
    assertEquals(20, welcome.nodeCount());
    assertEquals(Set.of(), welcome.marks());
    assertTrue(texts(welcome).containsAll(List.of("Welcome to K-9 Mail", "Next")));

    assertEquals(16, tree("droidbot/state_2018-06-05_173441.json").nodeCount());

    ViewTree basics = tree("droidbot/state_2018-06-05_173731.json");
    assertEquals(28, basics.nodeCount());
    assertEquals("com.fsck.k9", basics.node(0).packageName());
    assertEquals(new Bounds(0, 0, 480, 800), basics.node(0).bounds());
  }

  @Test
  void invisibleNodesStayAndSaySo() throws CaptureFailedException {
    ViewTree closed = tree("cases/08-input_closed.json");
    ViewTree open = tree("cases/08-input_open.json");

    String item = "com.example.notes:id/fab_checklist";
    assertFalse(closed.find(item).get(0).is(ViewFlag.VISIBLE));
    assertTrue(open.find(item).get(0).is(ViewFlag.VISIBLE));
    assertEquals(new Bounds(700, 1500, 1040, 1640), open.find(item).get(0).bounds());
  }

  @Test
  void aCycleIsCutAndMarked() throws CaptureFailedException {
    ViewTree tree = tree("cases/12-input.json");

    assertEquals(3, tree.nodeCount());
    assertEquals(Set.of(CaptureMark.REPAIRED), tree.marks());
    assertEquals(List.of(tree.node(1)), tree.node(0).children());
    assertEquals(List.of(tree.node(2)), tree.node(1).children());
    assertEquals(List.of("x"), texts(tree));
  }

  @Test
  void aCycleWithoutARootStartsAtTheFirstView() throws CaptureFailedException {
    ViewTree tree =
        parse(
            "{'views':[{'class':'a','children':[1]},{'class':'b','children':[0,1]}]}"
                .replace('\'', '"'));

    assertEquals(2, tree.nodeCount());
    assertEquals("a", tree.node(0).className());
    assertEquals(Set.of(CaptureMark.REPAIRED), tree.marks());
  }

  @Test
  void aChildThatIsNotThereIsPassedOverAndMarked() throws CaptureFailedException {
    for (String child : List.of("7", "-1", "\"x\"", "null", "[1]", "99999999999999999999")) {
      ViewTree tree = parse("{\"views\":[{\"children\":[" + child + ",1]},{\"text\":\"t\"}]}");
      assertEquals(2, tree.nodeCount(), child);
      assertEquals(Set.of(CaptureMark.REPAIRED), tree.marks(), child);
    }
  }

  @Test
  void aViewThatNobodyListsGoesBelowItsParent() throws CaptureFailedException {
    ViewTree tree =
        parse(
            "{\"views\":[{\"parent\":-1,\"children\":[1]},{\"parent\":0},{\"parent\":0,"
                + "\"text\":\"late\"}]}");

    assertEquals(Set.of(CaptureMark.REPAIRED), tree.marks());
    assertEquals("late", tree.node(0).children().get(1).text());
  }

  @Test
  void aViewListedTwiceStandsAtTheFirstPlace() throws CaptureFailedException {
    ViewTree tree = parse("{\"views\":[{\"children\":[1,2]},{\"children\":[2]},{\"text\":\"t\"}]}");

    assertEquals(3, tree.nodeCount());
    assertEquals(List.of(tree.node(2)), tree.node(1).children());
    assertEquals(Set.of(CaptureMark.REPAIRED), tree.marks());
  }

  @Test
  void viewsInsideViewsAreAnAccessibilitySnapshot() throws CaptureFailedException {
    ViewTree tree = tree("cases/07-input.json");

    assertEquals(CaptureBackend.ACCESSIBILITY, tree.backend());
    assertEquals("com.example.pay/.TransferActivity", tree.activity());
    assertEquals(2, tree.nodeCount());
    assertEquals("com.android.launcher3:id/workspace", tree.node(0).resourceId());
    assertEquals(new Bounds(40, 1900, 240, 2100), tree.node(1).bounds());
    assertEquals(Set.of(), tree.marks());
  }

  @Test
  void allSpellingsOfNamesAndBoundsAreUnderstood() throws CaptureFailedException {
    String[] bounds = {
      "[[1,2],[3,4]]",
      "[1,2,3,4]",
      "\"[1,2][3,4]\"",
      "\"1,2,3,4\"",
      "{\"left\":1,\"top\":2,\"right\":3,\"bottom\":4,\"other\":[0]}"
    };
    for (String form : bounds) {
      ViewTree tree = parse("{\"views\":[{},{\"bounds\":" + form + "}]}");
      assertEquals(new Bounds(1, 2, 3, 4), tree.node(1).bounds(), form);
    }
    for (String name : List.of("resource_id", "resource-id", "resourceId")) {
      assertEquals(
          "i", parse("{\"views\":[{},{\"" + name + "\":\"i\"}]}").node(1).resourceId(), name);
    }
    assertTrue(
        parse("{\"views\":[{},{\"long-clickable\":\"true\"}]}")
            .node(1)
            .is(ViewFlag.LONG_CLICKABLE));
  }

  @Test
  void textsOfPasswordFieldsAreDroppedInEverySpelling() throws CaptureFailedException {
    for (String flag :
        List.of(
            "\"is_password\":true",
            "\"password\":\"true\"",
            "\"isPassword\":true",
            "\"is_password\":true,\"password\":false")) {
      ViewTree tree =
          parse(
              "{\"views\":[{},{\"text\":\"hunter2\","
                  + flag
                  + ",\"content_description\":\"hunter2\"}]}");
      assertTrue(tree.node(1).is(ViewFlag.PASSWORD), flag);
      assertEquals(List.of(), tree.texts().entries(), flag);
    }
  }

  @Test
  void loneSurrogatesAndControlCharactersAreReplacedAndMarked() throws CaptureFailedException {
    ViewTree tree = parse("{\"views\":[{},{\"text\":\"a\\ud800b\\u0000c\\ud83d\\ude00\\u0085\"}]}");

    assertEquals(List.of("a\uFFFDbc\uD83D\uDE00"), texts(tree));
    assertEquals(Set.of(CaptureMark.REPAIRED), tree.marks());
  }

  @Test
  void aChainOfAllViewsIsCutAtTheDepthLimit() throws CaptureFailedException {
    List<String> views = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      views.add("{\"children\":[" + (i + 1) + "]}");
    }
    views.add("{}");
    ViewTree tree = parse("{\"views\":[" + String.join(",", views) + "]}");

    assertEquals(128, tree.nodeCount());
    assertEquals(Set.of(CaptureMark.TRUNCATED), tree.marks());
  }

  @Test
  void viewsNestedThreeThousandTimesAreCutAtTheDepthLimit() throws CaptureFailedException {
    ViewTree tree =
        parse(
            "{\"a11y_tree\":" + "[{\"children\":".repeat(3_000) + "[]" + "}]".repeat(3_000) + "}");

    assertEquals(128, tree.nodeCount());
    assertEquals(Set.of(CaptureMark.TRUNCATED), tree.marks());
  }

  @Test
  void aHundredThousandSiblingsAreCutAtTheNodeLimit() throws CaptureFailedException {
    StringBuilder children = new StringBuilder("0");
    StringBuilder views = new StringBuilder();
    for (int i = 1; i <= 100_000; i++) {
      children.append(',').append(i);
      views.append(",{}");
    }
    String state = "{\"views\":[{\"children\":[" + children.substring(2) + "]}" + views + "]}";
    ViewTree tree = parse(state);

    assertEquals(5_000, tree.nodeCount());
    assertEquals(Set.of(CaptureMark.TRUNCATED), tree.marks());
    assertEquals(4_999, tree.node(0).children().size());
  }
}
