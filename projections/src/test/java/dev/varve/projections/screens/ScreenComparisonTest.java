package dev.varve.projections.screens;

import static dev.varve.projections.screens.Captures.hierarchy;
import static dev.varve.projections.screens.Captures.parse;
import static dev.varve.projections.screens.Captures.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.varve.projections.screens.ScreenComparison.Answer;
import dev.varve.projections.screens.ScreenComparison.Tier;
import org.junit.jupiter.api.Test;

class ScreenComparisonTest {
  private static void assertCompares(Answer answer, Tier tier, ViewTree a, ViewTree b) {
    ScreenHashes first = ScreenHashes.of(a);
    ScreenHashes second = ScreenHashes.of(b);
    assertEquals(new ScreenComparison(answer, tier), ScreenComparison.compare(first, second));
    assertEquals(new ScreenComparison(answer, tier), ScreenComparison.compare(second, first));
  }

  private static ViewTree screen(String... nodes) throws CaptureFailedException {
    return parse(hierarchy(nodes));
  }

  @Test
  void twoUnreadableTreesAreNotTheSameScreen() throws CaptureFailedException {
    ViewTree hidden = tree("cases/03-input.xml");
    assertCompares(Answer.UNKNOWN, Tier.UNREADABLE, hidden, hidden);
    assertCompares(Answer.UNKNOWN, Tier.UNREADABLE, hidden, tree("cases/05-input_home.xml"));
  }

  @Test
  void equalHashesOfTwoBackEndsProveNothing() throws CaptureFailedException {
    ViewTree dump = screen("<node class='a' resource-id='i'/><node class='a'/>");
    ViewTree state =
        parse("{\"views\":[{\"class\":\"a\",\"resource_id\":\"i\"},{\"class\":\"a\"}]}");
    assertCompares(Answer.UNKNOWN, Tier.BACKEND, dump, state);
  }

  @Test
  void theSameNodesWithIdsAreTheSameScreenWhateverTheySay() throws CaptureFailedException {
    assertCompares(
        Answer.SAME,
        Tier.MAIN,
        tree("dumps/com.simplemobiletools.calendar_event_edit--base--4fb2f1.xml"),
        tree("dumps/com.simplemobiletools.calendar_event_edit--form-1--b822b0.xml"));
  }

  @Test
  void oneSkeletonWithoutIdsIsTheSameScreenOnlyWithTheSameTexts() throws CaptureFailedException {
    ViewTree home = tree("cases/05-input_home.xml");
    assertCompares(Answer.SAME, Tier.MAIN, home, tree("cases/05-input_home.xml"));
    assertCompares(Answer.UNKNOWN, Tier.MAIN, home, tree("cases/05-input_settings.xml"));
    ViewTree silent = screen("<node class='a'/><node class='b'/>");
    assertCompares(Answer.UNKNOWN, Tier.MAIN, silent, silent);
  }

  @Test
  void anEqualTopAndEqualTextsAreTheSameScreen() throws CaptureFailedException {
    String top = "<node class='r'><node class='a'>";
    ViewTree one = screen(top, "<node class='x' text='t'/></node></node>");
    ViewTree two = screen(top, "<node class='y' text='t'/></node></node>");
    assertCompares(Answer.SAME, Tier.TEXTS, one, two);
    assertCompares(
        Answer.UNKNOWN, Tier.TEXTS, one, screen(top, "<node class='y' text='u'/></node></node>"));
    assertCompares(
        Answer.UNKNOWN,
        Tier.TEXTS,
        screen(top, "<node class='x'/></node></node>"),
        screen(top, "<node class='y'/></node></node>"));
  }

  @Test
  void anotherTopIsAnotherScreen() throws CaptureFailedException {
    assertCompares(
        Answer.DIFFERENT,
        Tier.STRUCTURE,
        screen("<node class='r'><node class='a' text='t'/></node>"),
        screen("<node class='r'><node class='b' text='t'/></node>"));
    assertCompares(
        Answer.DIFFERENT,
        Tier.STRUCTURE,
        tree("cases/08-input_closed.json"),
        tree("cases/08-input_open.json"));
  }
}
