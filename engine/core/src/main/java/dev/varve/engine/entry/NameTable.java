package dev.varve.engine.entry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Package and activity names by the small integers that headers carry. Ref 0 is "none"; refs are
 * given in order, from 1, and never change. Rebuilt from the log. Not thread-safe.
 */
public final class NameTable {
  private final List<String> names = new ArrayList<>(List.of(""));
  private final Map<String, Integer> refs = new HashMap<>(Map.of("", 0));

  /** The ref of a name, 0 for null or the empty name, -1 when it is not in the table. */
  public int refOf(@Nullable String name) {
    return name == null ? 0 : refs.getOrDefault(name, -1);
  }

  /** The name of a ref; null for 0 and for a ref that is not in the table. */
  public @Nullable String nameOf(int ref) {
    return ref <= 0 || ref >= names.size() ? null : names.get(ref);
  }

  /** The ref that the next name gets. */
  public int nextRef() {
    return names.size();
  }

  /**
   * Adds a name under the next ref.
   *
   * @throws IllegalArgumentException when {@code ref} is not the next one or the name is there
   *     already
   */
  public void add(int ref, String name) {
    if (ref != names.size()) {
      throw new IllegalArgumentException("name ref " + ref + ", expected " + names.size());
    }
    if (refs.putIfAbsent(name, ref) != null) {
      throw new IllegalArgumentException("name ref " + ref + " repeats a name");
    }
    names.add(name);
  }
}
