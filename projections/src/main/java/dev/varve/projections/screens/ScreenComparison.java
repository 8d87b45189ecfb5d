package dev.varve.projections.screens;

/**
 * Whether two captures show the same screen, decided by exact hashes. The first row that applies
 * gives the answer:
 *
 * <pre>
 * one of them is unreadable                                       UNKNOWN    UNREADABLE
 * made by different back-ends                                     UNKNOWN    BACKEND
 * main equal,   some node has a resource id                       SAME       MAIN
 * main equal,   no ids, texts equal and not empty                 SAME       MAIN
 * main equal,   no ids otherwise                                  UNKNOWN    MAIN
 * main differs, structure equal, texts equal and not empty        SAME       TEXTS
 * main differs, structure differs                                 DIFFERENT  STRUCTURE
 * otherwise                                                       UNKNOWN    TEXTS
 * </pre>
 *
 * <p>The rows without ids are there for toolkits that draw every screen with one skeleton (Compose,
 * Flutter): the main hash alone would take all screens of such an app for one. Two trees that are
 * both unreadable have equal hashes and are not the same screen. UNKNOWN asks for a tolerant
 * comparison or for a person; it never allows an action that was learned on the other screen.
 *
 * @param answer whether it is the same screen
 * @param tier what decided
 */
public record ScreenComparison(Answer answer, Tier tier) {
  /** Whether two captures show the same screen. */
  public enum Answer {
    SAME,
    DIFFERENT,
    UNKNOWN
  }

  /** What decided. */
  public enum Tier {
    UNREADABLE,
    BACKEND,
    MAIN,
    STRUCTURE,
    TEXTS
  }

  /** Compares two captures; the order of the two does not matter. */
  public static ScreenComparison compare(ScreenHashes a, ScreenHashes b) {
    if (!a.isReadable() || !b.isReadable()) {
      return new ScreenComparison(Answer.UNKNOWN, Tier.UNREADABLE);
    }
    if (a.backend() != b.backend()) {
      return new ScreenComparison(Answer.UNKNOWN, Tier.BACKEND);
    }
    boolean sameWords = a.hasTextsOf(b) && !a.isSilent();
    if (a.hasMainOf(b)) {
      boolean same = (a.isIdentified() && b.isIdentified()) || sameWords;
      return new ScreenComparison(same ? Answer.SAME : Answer.UNKNOWN, Tier.MAIN);
    }
    if (!a.hasStructureOf(b)) {
      return new ScreenComparison(Answer.DIFFERENT, Tier.STRUCTURE);
    }
    return new ScreenComparison(sameWords ? Answer.SAME : Answer.UNKNOWN, Tier.TEXTS);
  }
}
