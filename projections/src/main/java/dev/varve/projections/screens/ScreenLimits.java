package dev.varve.projections.screens;

/**
 * The limits on a capture. What exceeds one of them is cut off and the tree marked {@link
 * CaptureMark#TRUNCATED}; only too many input bytes are refused. Together they keep an encoded tree
 * under 400 KiB: at most 35 bytes a node for nine columns (171 KiB), {@link #MAX_STRUCTURE_BYTES}
 * of strings and {@link #MAX_TEXT_BYTES} of texts. The deepest of 312 real captures has 35 levels,
 * the largest 1,900 nodes.
 */
public final class ScreenLimits {
  /** Bytes of a capture, before decoding. */
  public static final int MAX_INPUT_BYTES = 16 * 1024 * 1024;

  /** Levels of nodes; a root is on level 1. */
  public static final int MAX_DEPTH = 128;

  /** Nodes of a tree, counted in document order. */
  public static final int MAX_NODES = 5_000;

  /** UTF-16 units of a class name, a resource id, a package or an activity. */
  public static final int MAX_NAME_CHARS = 256;

  /** UTF-16 units of a text or of a content description. */
  public static final int MAX_TEXT_CHARS = 1_024;

  /**
   * Bytes of all distinct class names, ids and packages: UTF-8 plus {@link #STRUCTURE_OVERHEAD}.
   */
  public static final int MAX_STRUCTURE_BYTES = 128 * 1024;

  /** Bytes of all texts and descriptions: UTF-8 plus {@link #TEXT_OVERHEAD} for each. */
  public static final int MAX_TEXT_BYTES = 64 * 1024;

  /** What a string of the structure costs beside its UTF-8 bytes. */
  public static final int STRUCTURE_OVERHEAD = 3;

  /** What a text or a description costs beside its UTF-8 bytes. */
  public static final int TEXT_OVERHEAD = 8;

  private ScreenLimits() {}
}
