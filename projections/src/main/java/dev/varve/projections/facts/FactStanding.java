package dev.varve.projections.facts;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a key stands: all that a decision about its next version rests on, whatever the length of its
 * history. Immutable.
 *
 * @param lastVersion number of its newest version, 0 when there is none
 * @param current what is believed, or null
 * @param pending what waits for a confirmation, oldest first
 * @param sensitive whether any version of it ever was
 * @param subjectRef the fact's subject in the log, -1 when there is no version
 */
public record FactStanding(
    int lastVersion,
    @Nullable Fact current,
    List<Fact> pending,
    boolean sensitive,
    int subjectRef) {
  /** A key that was never heard of. */
  public static final FactStanding UNKNOWN = new FactStanding(0, null, List.of(), false, -1);

  /** Copies the list. */
  public FactStanding {
    pending = List.copyOf(pending);
  }
}
