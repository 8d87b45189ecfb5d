package dev.varve.engine.verify;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.LogId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a verification found.
 *
 * @param verdict the outcome
 * @param logId the log, or null when genesis cannot be read
 * @param entries records looked at
 * @param epoch of the last whole entry
 * @param head hash of the last whole entry, 32 bytes, or null when there is none
 * @param root RFC 6962 Merkle tree hash over the entry hashes as computed, 32 bytes
 * @param signedSize entries from genesis on that a checkpoint signed by a trusted key covers and
 *     bears out; 0 when there is none. Whether complete commands are missing behind them cannot be
 *     known
 * @param findings by sequence, lowest first; at most {@link LogVerifier#MAX_FINDINGS}
 */
public record VerificationReport(
    Verdict verdict,
    @Nullable LogId logId,
    long entries,
    int epoch,
    @Nullable ByteString head,
    ByteString root,
    long signedSize,
    List<Finding> findings) {}
