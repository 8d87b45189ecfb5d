package dev.varve.engine.command;

import java.util.List;

/**
 * Turns what is asked into what happens: a pure function of the request and the state it finds,
 * without clock, chance or file.
 *
 * @param <R> what is asked
 * @param <S> the state that the decision rests on
 */
@FunctionalInterface
public interface Decider<R, S> {
  /** The events that carry out the request, or none when there is nothing to do. */
  List<NewEvent> decide(R request, S state);
}
