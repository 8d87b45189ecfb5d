package dev.varve.projections.screens;

import static dev.varve.projections.screens.Captures.hierarchy;
import static dev.varve.projections.screens.Captures.parse;
import static dev.varve.projections.screens.Captures.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.projections.screens.Target.Candidate;
import dev.varve.projections.screens.Target.Resolution;
import dev.varve.projections.screens.Target.Selector;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetTest {
  private static String node(String attributes, int left, int top, int right, int bottom) {
    return "<node "
        + attributes
        + " bounds='["
        + left
        + ","
        + top
        + "]["
        + right
        + ","
        + bottom
        + "]'/>";
  }

  private static ViewTree row(String... buttons) throws CaptureFailedException {
    return parse(
        hierarchy(
            "<node class='Row' bounds='[100,200][1100,400]'>",
            String.join("", buttons),
            "</node>"));
  }

  private static void assertResolves(Target target, ViewTree tree, Selector by, int... nodes) {
    Resolution resolution = target.resolve(tree);
    assertEquals(by, resolution.selector());
    assertEquals(nodes.length, resolution.candidates().size());
    for (int i = 0; i < nodes.length; i++) {
      assertEquals(tree.node(nodes[i]), resolution.candidates().get(i).node());
    }
  }

  @Test
  void aTargetTellsPlacesInPartsOfTheParent() throws CaptureFailedException {
    ViewTree tree =
        row(
            node("class='B' text='one'", 100, 200, 350, 400),
            node("class='B' text='two' resource-id='i' content-desc='d'", 350, 250, 600, 350));
    Target target = Target.of(tree, tree.node(2), 475, 300);

    assertEquals("i", target.resourceId());
    assertEquals("two", target.text());
    assertEquals("d", target.contentDescription());
    assertEquals("B", target.className());
    assertEquals(1, target.siblingPosition());
    assertEquals("Row", target.parentClassName());
    assertEquals(new RelativeBounds(2_500, 2_500, 5_000, 7_500), target.bounds());
    assertEquals(new RelativePoint(3_750, 5_000), target.point());
    assertFalse(target.toString().contains("two"));
  }

  @Test
  void theResourceIdDecidesBeforeTheText() throws CaptureFailedException {
    ViewTree before = row(node("class='B' resource-id='i' text='t'", 100, 200, 200, 400));
    Target target = Target.of(before, before.node(1), 150, 300);
    ViewTree after =
        row(
            node("class='C' text='t'", 100, 200, 200, 400),
            node("class='B' resource-id='i' text='u'", 500, 200, 700, 300));

    assertResolves(target, after, Selector.RESOURCE_ID, 2);
    assertEquals(
        List.of(new Candidate(after.node(2), 600, 250)), target.resolve(after).candidates());
  }

  @Test
  void withoutIdTheTextThenTheDescriptionThenThePositionDecide() throws CaptureFailedException {
    ViewTree before = row(node("class='B' text='t' content-desc='d'", 100, 200, 200, 400));
    Target target = Target.of(before, before.node(1), 150, 300);

    assertResolves(
        target,
        row(
            node("class='B' content-desc='d'", 100, 200, 200, 400),
            node("class='B' text='t'", 200, 200, 300, 400)),
        Selector.TEXT,
        2);
    assertResolves(
        target,
        row(
            node("class='B'", 100, 200, 200, 400),
            node("class='X' content-desc='d'", 200, 200, 300, 400)),
        Selector.CONTENT_DESCRIPTION,
        2);
    assertResolves(
        target,
        row(node("class='B'", 900, 200, 999, 400), node("class='B'", 200, 200, 300, 400)),
        Selector.SIBLING_POSITION,
        1);
    assertResolves(
        target,
        row(node("class='Y'", 900, 200, 999, 400), node("class='Z'", 100, 200, 300, 400)),
        Selector.RELATIVE_POINT,
        2);
    Resolution none = target.resolve(row(node("class='Y'", 900, 200, 999, 400)));
    assertNull(none.selector());
    assertEquals(List.of(), none.candidates());
  }

  @Test
  void nodesOfOneIdAreToldApartByTheirTextsIfTheyCanBe() throws CaptureFailedException {
    ViewTree list =
        row(
            node("class='B' resource-id='i' text='a'", 100, 200, 200, 400),
            node("class='B' resource-id='i' text='b'", 200, 200, 300, 400));
    Target second = Target.of(list, list.node(2), 250, 300);
    assertResolves(second, list, Selector.RESOURCE_ID, 2);
    assertTrue(second.resolve(list).isUnique());

    ViewTree others =
        row(
            node("class='X'", 100, 200, 200, 400),
            node("class='Z'", 100, 200, 200, 400),
            node("class='B' resource-id='i' text='c'", 100, 200, 200, 400),
            node("class='B' resource-id='i' text='d'", 200, 200, 300, 400));
    assertResolves(second, others, Selector.RESOURCE_ID, 3, 4);
  }

  @Test
  void theRecordedPointIsTappedWhenItFallsIntoTheNode() throws CaptureFailedException {
    ViewTree before = row(node("class='B' resource-id='i'", 100, 200, 600, 400));
    Target target = Target.of(before, before.node(1), 150, 390);
    ViewTree larger =
        parse(
            hierarchy(
                "<node class='Row' bounds='[0,0][2000,400]'>",
                node("class='B' resource-id='i'", 0, 0, 1_000, 400),
                "</node>"));

    assertEquals(
        List.of(new Candidate(larger.node(1), 100, 380)), target.resolve(larger).candidates());
  }

  @Test
  void whatIsNotVisibleIsNoCandidate() throws CaptureFailedException {
    ViewTree open = tree("cases/08-input_open.json");
    ViewNode item = open.find("com.example.notes:id/fab_checklist").get(0);
    Target target = Target.of(open, item, 800, 1_600);

    assertResolves(target, open, Selector.RESOURCE_ID, item.index());
    assertEquals(List.of(), target.resolve(tree("cases/08-input_closed.json")).candidates());
  }

  @Test
  void aPlaceTakenByANodeWithAnotherIdIsNoTarget() throws CaptureFailedException {
    ViewTree before = row(node("class='B' resource-id='i'", 100, 200, 200, 400));
    Target target = Target.of(before, before.node(1), 150, 300);

    ViewTree replaced = row(node("class='B' resource-id='j'", 100, 200, 200, 400));
    assertEquals(List.of(), target.resolve(replaced).candidates());
    assertResolves(
        target, row(node("class='B'", 100, 200, 200, 400)), Selector.SIBLING_POSITION, 1);
  }

  @Test
  void aNodeOfAnotherTreeIsRefused() throws CaptureFailedException {
    ViewTree one = row(node("class='B'", 0, 0, 1, 1));
    ViewTree two = row(node("class='C'", 0, 0, 1, 1));
    ViewNode foreign = two.node(1);
    assertThrows(IllegalArgumentException.class, () -> Target.of(one, foreign, 0, 0));
  }

  @Test
  void everyVisibleNodeOfRealScreensIsAmongItsOwnCandidates() throws CaptureFailedException {
    for (String resource : Captures.readable()) {
      ViewTree tree = tree(resource);
      for (ViewNode node : tree.nodes()) {
        Bounds bounds = node.bounds();
        if (node.is(ViewFlag.VISIBLE) && bounds.width() > 0 && bounds.height() > 0) {
          Target target = Target.of(tree, node, bounds.left(), bounds.top());
          assertTrue(
              target.resolve(tree).candidates().stream()
                  .anyMatch(candidate -> candidate.node().equals(node)),
              resource + " " + node);
        }
      }
    }
  }

  @Test
  void aPointMeetsTheLastVisibleChildThatContainsIt() throws CaptureFailedException {
    ViewTree tree =
        parse(
            hierarchy(
                "<node class='root' bounds='[0,0][100,100]'>",
                "<node class='below' bounds='[0,0][50,50]'><node class='in' bounds='[0,0][9,9]'/>",
                "</node>",
                node("class='above'", 40, 40, 60, 60),
                node("class='hidden' visible-to-user='false'", 0, 0, 100, 100),
                "</node>"));

    assertHits("in", tree, 8, 8);
    assertHits("below", tree, 9, 9);
    assertHits("above", tree, 45, 45);
    assertHits("above", tree, 59, 59);
    assertHits("root", tree, 60, 60);
    assertNull(tree.nodeAt(100, 100));
    assertNull(tree.nodeAt(-1, 5));
  }

  private static void assertHits(String className, ViewTree tree, int x, int y) {
    ViewNode hit = tree.nodeAt(x, y);
    assertNotNull(hit);
    assertEquals(className, hit.className());
  }

  @Test
  void pointsComeBackToThePixelOnRectanglesOfScreenSize() {
    for (int size : new int[] {1, 2, 3, 480, 1_079, 1_080, 2_400, 5_000}) {
      Bounds bounds = new Bounds(-7, 11, size - 7, size + 11);
      for (int distance = 0; distance < size; distance++) {
        RelativePoint point = RelativePoint.within(bounds, distance - 7, distance + 11);
        assertEquals(distance - 7, point.xIn(bounds), "of " + size);
        assertEquals(distance + 11, point.yIn(bounds), "of " + size);
      }
    }
  }

  @Test
  void pointsOutsideMoveToTheEdgeAndEmptyRectanglesHaveOnlyTheirCorner() {
    Bounds bounds = new Bounds(10, 10, 20, 20);
    assertEquals(new RelativePoint(0, 10_000), RelativePoint.within(bounds, -900, 900));
    assertEquals(19, new RelativePoint(10_000, 0).xIn(bounds));
    assertEquals(new RelativePoint(0, 0), RelativePoint.within(new Bounds(5, 5, 5, 4), 100, 100));
    assertEquals(5, new RelativePoint(5_000, 0).xIn(new Bounds(5, 5, 5, 5)));
    Bounds all =
        new Bounds(Integer.MIN_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
    assertEquals(new RelativePoint(5_000, 10_000), RelativePoint.within(all, 0, 2_147_483_647));
    assertThrows(IllegalArgumentException.class, () -> new RelativePoint(10_001, 0));
    assertThrows(IllegalArgumentException.class, () -> new RelativeBounds(5, 0, 4, 0));
  }
}
