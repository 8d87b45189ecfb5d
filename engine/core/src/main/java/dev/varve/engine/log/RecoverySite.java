package dev.varve.engine.log;

import dev.varve.engine.store.EntryStore;

/**
 * Where a recovery makes a log anew, and how that comes to stand in the old one's place. Nobody
 * else writes the log meanwhile. Killed anywhere before {@link #ready}, the old log is as it was.
 */
public interface RecoverySite {
  /** Name under which everything of the old store will be kept; recorded in the log. */
  String setAside();

  /** Makes the new store, empty; what an earlier attempt left is gone. Whoever asks closes it. */
  EntryStore begin();

  /**
   * The new store is closed and complete: from here on nobody opens the old one for writing, and a
   * recovery that is killed is brought to its end by the next one.
   */
  void ready();

  /**
   * The new store takes the place of the old one, which is closed by now and all bytes of which are
   * kept.
   *
   * @throws dev.varve.engine.store.StoreException when the medium fails
   */
  void finish();
}
