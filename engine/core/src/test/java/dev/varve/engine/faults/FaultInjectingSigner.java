package dev.varve.engine.faults;

import dev.varve.engine.checkpoint.CheckpointSigner;
import dev.varve.engine.checkpoint.VerifierKey;

/** A signer that can fail as a phone's Keystore does that is locked. */
final class FaultInjectingSigner implements CheckpointSigner {
  private final CheckpointSigner signer;
  private final FaultPlan plan;

  FaultInjectingSigner(CheckpointSigner signer, FaultPlan plan) {
    this.signer = signer;
    this.plan = plan;
  }

  @Override
  public VerifierKey verifierKey() {
    return signer.verifierKey();
  }

  @Override
  public byte[] sign(byte[] text) {
    return plan.keys("sign", () -> signer.sign(text));
  }
}
