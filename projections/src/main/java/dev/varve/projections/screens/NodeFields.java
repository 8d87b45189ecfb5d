package dev.varve.projections.screens;

import org.jspecify.annotations.Nullable;

/**
 * One node as a capture reports it, on its way into a {@link ViewTreeBuilder}, which cleans and
 * copies it: an instance can be cleared and used again. Not safe for use by several threads.
 */
public final class NodeFields {
  @Nullable String className;
  @Nullable String resourceId;
  @Nullable String packageName;
  @Nullable String text;
  @Nullable String contentDescription;
  Bounds bounds = Bounds.NONE;
  int flags;

  public NodeFields() {
    clear();
  }

  /** Forgets everything: no strings, empty bounds, visible and enabled. */
  public NodeFields clear() {
    className = null;
    resourceId = null;
    packageName = null;
    text = null;
    contentDescription = null;
    bounds = Bounds.NONE;
    flags = ViewFlag.VISIBLE.bit() | ViewFlag.ENABLED.bit();
    return this;
  }

  public NodeFields className(@Nullable String value) {
    className = value;
    return this;
  }

  public NodeFields resourceId(@Nullable String value) {
    resourceId = value;
    return this;
  }

  public NodeFields packageName(@Nullable String value) {
    packageName = value;
    return this;
  }

  public NodeFields text(@Nullable String value) {
    text = value;
    return this;
  }

  public NodeFields contentDescription(@Nullable String value) {
    contentDescription = value;
    return this;
  }

  public NodeFields bounds(Bounds value) {
    bounds = value;
    return this;
  }

  public NodeFields flag(ViewFlag flag, boolean set) {
    flags = set ? flags | flag.bit() : flags & ~flag.bit();
    return this;
  }
}
