package dev.varve.engine.command;

import dev.varve.engine.entry.StreamId;

/**
 * What a command expects of a stream, so that two writers who decided on the same state cannot both
 * win.
 *
 * @param stream the stream
 * @param version the version of its last entry; -1 when it must not exist yet
 */
public record ExpectedVersion(StreamId stream, int version) {
  /** The stream must be new. */
  public static ExpectedVersion none(StreamId stream) {
    return new ExpectedVersion(stream, -1);
  }
}
