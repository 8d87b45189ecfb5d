package dev.varve.tools;

import picocli.CommandLine.IVersionProvider;

/** The version that the jar's manifest carries; a run from plain class files has none. */
final class ManifestVersion implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = Varve.class.getPackage().getImplementationVersion();
    return new String[] {"varve " + (version == null ? "(not run from its jar)" : version)};
  }
}
