package dev.varve.engine.seal;

/** What a key derived from the log's key is for; the labels are part of the format. */
public enum KeyPurpose {
  /** Names in state digests and elsewhere. */
  NAMES("names"),
  /** Screen digests in headers. */
  SCREENS("screens"),
  /** Digests of projections' state. */
  DIGESTS("digests"),
  /** Trace ids in headers. */
  TRACES("traces"),
  /** Command ids made from recordings. */
  COMMANDS("commands"),
  /** Snapshots of the log's state. */
  SNAPSHOTS("snapshots");

  private final String label;

  KeyPurpose(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
