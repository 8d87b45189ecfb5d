package dev.varve.engine.log;

import java.util.List;

/**
 * The acknowledgement of a command.
 *
 * @param firstSequence its first entry
 * @param lastSequence its last entry
 * @param repeated whether it had been appended before; then nothing was appended now
 * @param entries what was appended now, without an abandonment before it; empty when repeated
 */
public record CommandReceipt(
    long firstSequence, long lastSequence, boolean repeated, List<CommittedEntry> entries) {}
