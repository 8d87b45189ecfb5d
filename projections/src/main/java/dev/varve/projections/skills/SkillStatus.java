package dev.varve.projections.skills;

/** Whether a skill may be recalled. */
public enum SkillStatus {
  /** It may. */
  ACTIVE,
  /** It fails too often; it may not until somebody looks at it. */
  REVIEW
}
