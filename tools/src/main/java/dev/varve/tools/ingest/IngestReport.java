package dev.varve.tools.ingest;

/**
 * What an ingestion did.
 *
 * @param lines lines of the recording
 * @param commands commands appended now
 * @param appended entries appended now
 * @param skipped lines that were in the log before
 * @param truncated screens that were cut at a limit
 * @param repaired screens that were not quite well-formed
 * @param unreadable screens that said nothing
 */
public record IngestReport(
    long lines,
    long commands,
    long appended,
    long skipped,
    long truncated,
    long repaired,
    long unreadable) {}
