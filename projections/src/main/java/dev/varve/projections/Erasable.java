package dev.varve.projections;

/**
 * Something that can be erased as a whole: a fact with all its versions, a skill, a session.
 *
 * @param kind which of them
 * @param name key, id or trace, exactly
 */
public record Erasable(Kind kind, String name) {
  /** What has keys of its own. */
  public enum Kind {
    /** A fact, by its key. */
    FACT("fact"),
    /** A skill, by its id. */
    SKILL("skill"),
    /** A session, by its trace. */
    SESSION("session");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** As it stands before a name, such as in {@code fact:address_home}. */
    public String label() {
      return label;
    }
  }

  /** Kind and name. */
  @Override
  public String toString() {
    return kind.label + ":" + name;
  }
}
