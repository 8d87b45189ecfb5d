package dev.varve.projections.facts;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.seal.SealedValue;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a wish to remember becomes. The first row that applies:
 *
 * <pre>
 *  the value is believed, but not yet on a user's word, or not
 *    yet as sensitive, and this wish says so              ──▶ FactRemembered, CURRENT
 *  the value is believed                                  ──▶ FactReaffirmed
 *  sensitive and not confirmed                            ──▶ FactRemembered, PENDING
 *  a user's word stands, and this is nobody's word        ──▶ FactRemembered, PENDING
 *  otherwise                                              ──▶ FactRemembered, CURRENT
 * </pre>
 *
 * <p>What becomes CURRENT deprecates the version that was; what would be PENDING and waits already
 * with this value is reaffirmed instead, unless it was not sensitive and is now. A key that was
 * sensitive once stays so, and a version that a user gave keeps that source while its value stands.
 */
public final class FactDecider {
  private FactDecider() {}

  /**
   * The event.
   *
   * @param wish what is wished
   * @param standing how its key stands
   * @param same the version whose value is the wished one: the current one, else the newest pending
   *     one; null when there is none
   */
  public static FactEvent decide(RememberFact wish, FactStanding standing, @Nullable Fact same) {
    boolean sensitive = wish.sensitive() || standing.sensitive();
    if (same == null) {
      return remembered(wish, standing, sensitive, isPending(wish, standing, sensitive));
    }
    boolean believed = same.state() == FactState.CURRENT;
    boolean pending = !believed && isPending(wish, standing, sensitive);
    boolean weightier =
        (sensitive && !same.sensitive())
            || (believed && isUsers(wish.source()) && !isUsers(same.source()));
    if (weightier || (!believed && !pending)) {
      return remembered(wish, standing, sensitive, pending);
    }
    return new FactEvent.FactReaffirmed(
        wish.key(), same.version(), wish.source(), wish.trace(), wish.atMillis());
  }

  private static boolean isUsers(FactSource source) {
    return source == FactSource.USER;
  }

  private static boolean isPending(RememberFact wish, FactStanding standing, boolean sensitive) {
    Fact current = standing.current();
    return (sensitive && !wish.confirmed())
        || (current != null && isUsers(current.source()) && !isUsers(wish.source()));
  }

  private static FactEvent remembered(
      RememberFact wish, FactStanding standing, boolean sensitive, boolean pending) {
    Fact replaced = pending ? null : standing.current();
    FactSource source = wish.source();
    int confidence = wish.confidence();
    if (replaced != null && isUsers(replaced.source()) && !isUsers(source)) {
      // Nothing but the same value gets here, and that is still the user's word.
      source = replaced.source();
      confidence = replaced.confidence();
    }
    return new FactEvent.FactRemembered(
        wish.key(),
        standing.lastVersion() + 1,
        SealedValue.fresh(wish.content()),
        source,
        confidence,
        pending,
        sensitive,
        wish.trace(),
        wish.atMillis(),
        replaced == null ? -1 : replaced.sequence(),
        replaced == null ? null : ByteString.of(replaced.sealed().commitment()));
  }
}
