package dev.varve.projections.screens;

import static dev.varve.projections.screens.Captures.hierarchy;
import static dev.varve.projections.screens.Captures.parse;
import static dev.varve.projections.screens.Captures.tree;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScreenStructureTest {
  private static Map<Column, int[]> columns(ScreenStructure structure) {
    Map<Column, int[]> columns = new EnumMap<>(Column.class);
    for (Column column : Column.values()) {
      columns.put(column, structure.column(column));
    }
    return columns;
  }

  private static ScreenStructure copy(ScreenStructure structure) {
    return ScreenStructure.of(
        structure.backend(),
        structure.activity(),
        structure.marks(),
        structure.strings(),
        columns(structure));
  }

  private static ViewTree joined(ViewTree tree) {
    return ViewTree.of(copy(tree.structure()), new ScreenTexts(tree.texts().entries()));
  }

  private static ViewTree small() throws CaptureFailedException {
    return parse(
        hierarchy(
            "<node class='r' package='p'><node class='a' resource-id='i' package='p' text='t'/>",
            "<node class='a' package='p' password='true'/></node>"));
  }

  @Test
  void aTreeIsItsStructureAndItsTexts() throws CaptureFailedException {
    for (String resource : Captures.readable()) {
      ViewTree tree = tree(resource);
      assertEquals(tree, joined(tree), resource);
      assertEquals(tree.hashCode(), joined(tree).hashCode(), resource);
      assertEquals(ScreenHashes.of(tree), ScreenHashes.of(joined(tree)), resource);
    }
  }

  @Test
  void theColumnsAreWhatTheirDescriptionSays() throws CaptureFailedException {
    ScreenStructure structure = small().structure();

    assertEquals(List.of("", "r", "p", "a", "i"), structure.strings());
    assertArrayEquals(new int[] {-1, 0, 0}, structure.column(Column.PARENT));
    assertArrayEquals(new int[] {1, 3, 3}, structure.column(Column.CLASS_NAME));
    assertArrayEquals(new int[] {0, 4, 0}, structure.column(Column.RESOURCE_ID));
    assertArrayEquals(new int[] {2, 2, 2}, structure.column(Column.PACKAGE));
    assertArrayEquals(new int[] {65, 65, 65 + 1024}, structure.column(Column.FLAGS));
    assertEquals(List.of(new ScreenTexts.Entry(1, "t", "")), small().texts().entries());
  }

  @Test
  void structureHoldsNoText() throws CaptureFailedException {
    ViewTree home = tree("cases/05-input_home.xml");
    ViewTree settings = tree("cases/05-input_settings.xml");

    assertEquals(home.structure(), settings.structure());
    assertNotEquals(home, settings);
    assertFalse(home.structure().strings().contains("Groceries"));
  }

  @Test
  void printingShowsNoText() throws CaptureFailedException {
    ViewTree tree = tree("cases/05-input_home.xml");
    String printed =
        tree + " " + tree.texts() + tree.texts().entries() + tree.nodes() + tree.structure();

    for (String text : Captures.texts(tree)) {
      assertFalse(printed.contains(text), text);
    }
  }

  /** Trees of random shape and content; the seed makes a run repeat. */
  @Test
  void randomTreesComeBackEqual() {
    Random random = new Random(42);
    for (int round = 0; round < 300; round++) {
      ViewTreeBuilder builder =
          new ViewTreeBuilder(CaptureBackend.ofNumber(1 + random.nextInt(4)))
              .activity(random.nextBoolean() ? "a/.B" + random.nextInt(3) : null);
      int open = 0;
      int nodes = random.nextInt(200);
      NodeFields fields = new NodeFields();
      for (int i = 0; i < nodes; i++) {
        while (open > 0 && random.nextInt(3) == 0) {
          builder.close();
          open--;
        }
        fields
            .clear()
            .className("c" + random.nextInt(9))
            .resourceId(random.nextBoolean() ? "" : "id" + random.nextInt(50))
            .packageName("p" + random.nextInt(2))
            .text(random.nextInt(3) == 0 ? randomText(random) : null)
            .contentDescription(random.nextInt(4) == 0 ? randomText(random) : null)
            .bounds(
                new Bounds(random.nextInt(), random.nextInt(), random.nextInt(), random.nextInt()));
        for (ViewFlag flag : ViewFlag.values()) {
          fields.flag(flag, random.nextInt(5) == 0);
        }
        builder.open(fields);
        open++;
      }
      for (; open > 0; open--) {
        builder.close();
      }
      ViewTree tree = builder.build();
      assertEquals(tree, joined(tree), "round " + round);
      assertEquals(nodes, walk(tree.roots()), "round " + round);
    }
  }

  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i >= 0; i--) {
      text.append((char) (random.nextInt(4) == 0 ? random.nextInt(0x10000) : ' ' + i));
    }
    return text.toString();
  }

  private static int walk(List<ViewNode> nodes) {
    int count = 0;
    int position = 0;
    for (ViewNode node : nodes) {
      assertEquals(position++, node.siblingPosition());
      for (ViewNode child : node.children()) {
        assertEquals(node, child.parent());
      }
      count += 1 + walk(node.children());
    }
    return count;
  }

  @Test
  void aStoredStructureThatBreaksARuleIsRefused() throws CaptureFailedException {
    ScreenStructure structure = small().structure();
    assertRefused(structure, Column.PARENT, 0, 0, "node 0 cannot stand");
    assertRefused(structure, Column.PARENT, 1, -2, "node 1 cannot stand");
    assertRefused(structure, Column.PARENT, 1, 2, "node 1 cannot stand");
    assertRefused(structure, Column.CLASS_NAME, 0, 3, "node 0 uses string 3");
    assertRefused(structure, Column.CLASS_NAME, 2, -1, "node 2 uses string -1");
    assertRefused(structure, Column.RESOURCE_ID, 1, 5, "node 1 uses string 5");
    assertRefused(structure, Column.RESOURCE_ID, 1, 0, "string 4 is not used");
    assertRefused(structure, Column.FLAGS, 1, 1 << 12, "node 1 has the flags 4096");

    assertRefused(structure, Set.of(CaptureMark.UNREADABLE), structure.strings(), "3 nodes");
    assertRefused(structure, Set.of(), List.of(), "does not start with the empty string");
    assertRefused(structure, Set.of(), List.of("", "r", "p", "a", "a"), "string 4");
    assertRefused(structure, Set.of(), List.of("", "r", "p", "a", "i\u0000"), "string 4");

    Map<Column, int[]> missing = columns(structure);
    missing.remove(Column.TOP);
    assertRefused(structure, missing, "TOP is missing");
    Map<Column, int[]> uneven = columns(structure);
    uneven.put(Column.TOP, new int[2]);
    assertRefused(structure, uneven, "TOP has 2 entries for 3");
  }

  @Test
  void aNodeBelowAFinishedBranchIsRefused() throws CaptureFailedException {
    ScreenStructure structure = parse(hierarchy("<node><node/><node/><node/></node>")).structure();
    assertRefused(structure, Column.PARENT, 3, 1, "node 3 cannot stand there under parent 1");
  }

  @Test
  void textsThatDoNotBelongToTheStructureAreRefused() throws CaptureFailedException {
    ScreenStructure structure = small().structure();
    assertTextsRefused(structure, "password field", new ScreenTexts.Entry(2, "hunter2", ""));
    assertTextsRefused(structure, "node 3", new ScreenTexts.Entry(3, "t", ""));
    assertTextsRefused(structure, "node -1", new ScreenTexts.Entry(-1, "t", ""));
    assertTextsRefused(structure, "empty entry", new ScreenTexts.Entry(1, "", ""));
    assertTextsRefused(structure, "not clean", new ScreenTexts.Entry(1, "a\rb", ""));
    assertTextsRefused(structure, "not clean", new ScreenTexts.Entry(1, "", "x".repeat(1_025)));
    assertTextsRefused(
        structure,
        "node 0 after 1",
        new ScreenTexts.Entry(1, "t", ""),
        new ScreenTexts.Entry(0, "t", ""));
  }

  private static void assertTextsRefused(
      ScreenStructure structure, String message, ScreenTexts.Entry... entries) {
    ScreenTexts texts = new ScreenTexts(List.of(entries));
    assertMessage(
        message, assertThrows(IllegalArgumentException.class, () -> ViewTree.of(structure, texts)));
  }

  private static void assertRefused(
      ScreenStructure structure, Column column, int node, int value, String message) {
    Map<Column, int[]> columns = columns(structure);
    int[] values = structure.column(column);
    values[node] = value;
    columns.put(column, values);
    assertRefused(structure, columns, message);
  }

  private static void assertRefused(
      ScreenStructure structure, Map<Column, int[]> columns, String message) {
    assertMessage(
        message,
        assertThrows(
            IllegalArgumentException.class,
            () ->
                ScreenStructure.of(
                    structure.backend(),
                    structure.activity(),
                    structure.marks(),
                    structure.strings(),
                    columns)));
  }

  private static void assertRefused(
      ScreenStructure structure, Set<CaptureMark> marks, List<String> strings, String message) {
    assertMessage(
        message,
        assertThrows(
            IllegalArgumentException.class,
            () ->
                ScreenStructure.of(structure.backend(), null, marks, strings, columns(structure))));
  }

  private static void assertMessage(String part, IllegalArgumentException refusal) {
    String message = String.valueOf(refusal.getMessage());
    assertEquals(part, message.contains(part) ? part : message);
  }
}
