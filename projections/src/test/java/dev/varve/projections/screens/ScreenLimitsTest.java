package dev.varve.projections.screens;

import static dev.varve.projections.screens.Captures.hierarchy;
import static dev.varve.projections.screens.Captures.parse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScreenLimitsTest {
  private static final Set<CaptureMark> TRUNCATED = Set.of(CaptureMark.TRUNCATED);

  private static String nested(int levels) {
    return hierarchy("<node class='a'>".repeat(levels), "</node>".repeat(levels));
  }

  @Test
  void theDeepestLevelIsKeptAndTheNextOneCut() throws CaptureFailedException {
    ViewTree full = parse(nested(128));
    assertEquals(128, full.nodeCount());
    assertEquals(Set.of(), full.marks());

    ViewTree cut = parse(nested(129));
    assertEquals(128, cut.nodeCount());
    assertEquals(TRUNCATED, cut.marks());
  }

  @Test
  void threeThousandLevelsAreTruncatedWhateverTheParserAllows() throws CaptureFailedException {
    ViewTree tree = parse(nested(3_000));

    assertEquals(128, tree.nodeCount());
    assertEquals(TRUNCATED, tree.marks());
  }

  @Test
  void halfAMillionLevelsNeedNoStack() throws CaptureFailedException {
    ViewTree tree =
        parse("<hierarchy>" + "<n>".repeat(500_000) + "</n>".repeat(500_000) + "</hierarchy>");

    assertEquals(128, tree.nodeCount());
    assertEquals(TRUNCATED, tree.marks());
  }

  @Test
  void referencesAreNotLimitedByTheParser() throws CaptureFailedException {
    ViewTree tree =
        parse(
            hierarchy(
                "<node text='" + "&amp;&lt;&gt;&quot;&apos;".repeat(50_000) + "'/>", "<node/>"));

    assertEquals("&<>\"'".repeat(204) + "&<>\"", tree.node(0).text());
    assertEquals(TRUNCATED, tree.marks());
  }

  @Test
  void elementsOfMoreThanTwoHundredAttributesAreRefusedByEveryJdk() {
    StringBuilder attributes = new StringBuilder();
    for (int i = 0; i < 201; i++) {
      attributes.append(" a").append(i).append("='1'");
    }
    assertThrows(CaptureFailedException.class, () -> parse(hierarchy("<node" + attributes + "/>")));
  }

  @Test
  void whatFollowsADeepBranchIsKept() throws CaptureFailedException {
    ViewTree tree =
        parse(
            hierarchy(
                "<node>", "<node>".repeat(500), "</node>".repeat(500), "<node text='t'/></node>"));

    assertEquals(129, tree.nodeCount());
    assertEquals("t", tree.node(0).children().get(1).text());
  }

  @Test
  void aHundredThousandSiblingsAreCutAtTheNodeLimit() throws CaptureFailedException {
    ViewTree tree = parse(hierarchy("<node>", "<node/>".repeat(100_000), "</node>"));

    assertEquals(5_000, tree.nodeCount());
    assertEquals(TRUNCATED, tree.marks());
    assertEquals(4_998, tree.node(4_999).siblingPosition());
  }

  @Test
  void exactlyAsManyNodesAsAllowedAreNotTruncated() throws CaptureFailedException {
    assertEquals(Set.of(), parse(hierarchy("<node/>".repeat(5_000))).marks());
    assertEquals(TRUNCATED, parse(hierarchy("<node/>".repeat(5_001))).marks());
  }

  @Test
  void longStringsAreCutBetweenCharacters() throws CaptureFailedException {
    String face = "\uD83D\uDE00";
    ViewTree tree =
        parse(
            hierarchy(
                "<node class='" + "c".repeat(257) + "' resource-id='" + "i".repeat(256) + "'/>",
                "<node text='a"
                    + face.repeat(512)
                    + "' content-desc='"
                    + "d".repeat(1_024)
                    + "'/>"));

    assertEquals("c".repeat(256), tree.node(0).className());
    assertEquals("i".repeat(256), tree.node(0).resourceId());
    assertEquals("a" + face.repeat(511), tree.node(1).text());
    assertEquals("d".repeat(1_024), tree.node(1).contentDescription());
    assertEquals(TRUNCATED, tree.marks());
  }

  @Test
  void textsStopAtTheirBudget() throws CaptureFailedException {
    // 1,000 characters of three bytes and the overhead of 8: 21 of them fit into 65,536 bytes.
    ViewTree tree = parse(hierarchy(("<node text='" + "\u4f18".repeat(1_000) + "'/>").repeat(30)));

    assertEquals(30, tree.nodeCount());
    assertEquals(21, tree.texts().entries().size());
    assertEquals(TRUNCATED, tree.marks());
  }

  @Test
  void namesStopAtTheirBudgetAndRepeatedOnesCostNothing() throws CaptureFailedException {
    StringBuilder distinct = new StringBuilder();
    for (int i = 1_000; i < 2_000; i++) {
      distinct.append("<node resource-id='").append(i).append("x".repeat(196)).append("'/>");
    }
    // 200 bytes and the overhead of 3: 645 of them fit into 131,072 bytes.
    ViewTree tree = parse(hierarchy(distinct.toString()));
    assertEquals(646, tree.structure().strings().size());
    assertEquals("", tree.node(645).resourceId());
    assertEquals(TRUNCATED, tree.marks());

    ViewTree repeated = parse(hierarchy(("<node class='" + "x".repeat(200) + "'/>").repeat(4_000)));
    assertEquals(Set.of(), repeated.marks());
  }

  @Test
  void theLargestTreeStaysFarBelowAPayload() {
    ViewTreeBuilder builder = new ViewTreeBuilder(CaptureBackend.ACCESSIBILITY);
    NodeFields fields = new NodeFields();
    for (int i = 0; i < 6_000; i++) {
      builder.open(
          fields
              .clear()
              .className("c" + i)
              .resourceId("com.example.shop:id/" + i)
              .packageName("p" + i)
              .text("text number " + i)
              .bounds(new Bounds(Integer.MIN_VALUE, i, Integer.MAX_VALUE, i)));
      builder.close();
    }
    ViewTree tree = builder.build();

    int bytes = tree.nodeCount() * (5 * 3 + 4 * 5);
    for (String string : tree.structure().strings()) {
      bytes += string.getBytes(StandardCharsets.UTF_8).length + 3;
    }
    for (ScreenTexts.Entry entry : tree.texts().entries()) {
      bytes += entry.text().getBytes(StandardCharsets.UTF_8).length + 8;
    }
    assertEquals(TRUNCATED, tree.marks());
    assertTrue(bytes < 400 * 1024, bytes + " bytes");
  }

  @Test
  void aBuilderRefusesToBeClosedTooOftenOrTooSeldom() {
    ViewTreeBuilder builder = new ViewTreeBuilder(CaptureBackend.ACCESSIBILITY);
    assertThrows(IllegalStateException.class, builder::close);
    builder.open(new NodeFields());
    assertThrows(IllegalStateException.class, builder::build);
  }
}
