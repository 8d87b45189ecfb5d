package dev.varve.projections.recall;

import dev.varve.projections.screens.ViewTree;
import org.jspecify.annotations.Nullable;

/**
 * What an agent asks before it acts.
 *
 * @param task what is to be done, in words
 * @param screen the screen in front, or null
 * @param packageName the app in front or wanted, or null
 * @param activity the activity in front, or null
 * @param nowMillis the time that the answer is for, ms
 */
public record RecallQuery(
    String task,
    @Nullable ViewTree screen,
    @Nullable String packageName,
    @Nullable String activity,
    long nowMillis) {
  /** Only the app: a task's words may be private. */
  @Override
  public String toString() {
    return "recall in " + packageName;
  }
}
