package dev.varve.projections.facts;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.seal.SealedValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a wish to remember becomes.
 *
 * <pre>
 *  value is what is believed already                      ──▶ FactReaffirmed
 *  sensitive and not confirmed                            ──▶ FactRemembered, PENDING
 *  a user's word stands, and this is nobody's word        ──▶ FactRemembered, PENDING
 *  otherwise                                              ──▶ FactRemembered; the old one is DEPRECATED
 * </pre>
 */
public final class FactDecider {
  private FactDecider() {}

  /**
   * The event.
   *
   * @param wish what is wished
   * @param history all versions of the key so far, oldest first
   * @param same the version whose value is the wished one, among the current and the pending one;
   *     null when there is none
   */
  public static FactEvent decide(RememberFact wish, List<Fact> history, @Nullable Fact same) {
    Fact current = null;
    boolean sensitive = wish.sensitive();
    for (Fact fact : history) {
      current = fact.state() == FactState.CURRENT ? fact : current;
      sensitive |= fact.sensitive();
    }
    boolean pending =
        (sensitive && !wish.confirmed())
            || (current != null
                && current.source() == FactSource.USER
                && wish.source() != FactSource.USER);
    if (same != null && (same.state() == FactState.CURRENT || pending)) {
      return new FactEvent.FactReaffirmed(
          wish.key(), same.version(), wish.source(), wish.trace(), wish.atMillis());
    }
    int version = history.isEmpty() ? 1 : history.get(history.size() - 1).version() + 1;
    return new FactEvent.FactRemembered(
        wish.key(),
        version,
        SealedValue.fresh(wish.content()),
        wish.source(),
        wish.confidence(),
        pending,
        sensitive,
        wish.trace(),
        wish.atMillis(),
        current == null || pending ? -1 : current.sequence(),
        current == null || pending ? null : ByteString.of(current.sealed().commitment()));
  }
}
