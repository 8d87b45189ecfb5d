package dev.varve.projections.facts;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The versions of one key, oldest first. Knows which of them are not DEPRECATED, and lets only the
 * last {@link #MAX_PENDING} wait for a confirmation, so that a new one costs the same however long
 * the history is: not even an app that shows another value each time can make it dearer. Not
 * thread-safe.
 */
final class FactVersions {
  /** Versions that wait at once; the oldest gives way. */
  static final int MAX_PENDING = 8;

  private final List<Fact> all = new ArrayList<>(1);
  private final List<Integer> pending = new ArrayList<>(0);
  private int current = -1;
  private boolean sensitive;

  void add(Fact fact) {
    int index = all.size();
    if (fact.state() == FactState.PENDING) {
      if (pending.size() == MAX_PENDING) {
        deprecate(pending.remove(0));
      }
      pending.add(index);
    } else {
      if (current >= 0) {
        deprecate(current);
      }
      pending.forEach(this::deprecate);
      pending.clear();
      current = index;
    }
    all.add(fact);
    sensitive |= fact.sensitive();
  }

  private void deprecate(int index) {
    all.set(index, all.get(index).withState(FactState.DEPRECATED));
  }

  void reaffirm(int version, long atMillis) {
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).version() == version) {
        all.set(i, all.get(i).reaffirmed(atMillis));
        return;
      }
    }
  }

  @Nullable Fact current() {
    return current < 0 ? null : all.get(current);
  }

  List<Fact> all() {
    return List.copyOf(all);
  }

  /** The current and the pending ones, oldest first. */
  List<Fact> standing() {
    List<Fact> facts = pending();
    if (current >= 0) {
      facts.add(0, all.get(current));
    }
    return facts;
  }

  private List<Fact> pending() {
    List<Fact> facts = new ArrayList<>(pending.size() + 1);
    for (int index : pending) {
      facts.add(all.get(index));
    }
    return facts;
  }

  /** Whether the versions are sealed under this subject's keys. */
  boolean isOf(int subjectRef) {
    return all.get(0).subjectRef() == subjectRef;
  }

  FactStanding summary() {
    return new FactStanding(
        all.get(all.size() - 1).version(),
        current(),
        pending(),
        sensitive,
        all.get(0).subjectRef());
  }
}
