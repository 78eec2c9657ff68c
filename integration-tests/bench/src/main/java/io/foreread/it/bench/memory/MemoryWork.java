package io.foreread.it.bench.memory;

import java.util.Map;

/**
 * The operations during the measurement.
 *
 * @param compactions major ones, on each node; rewrites, scrubs and reads too are counted per node
 * @param rewrites calls of upgradesstables for one table
 * @param reads of a whole table by range reads
 * @param failedRequests failed reads and writes
 * @param scansAhead scans that the agent served
 * @param blockSizes changes of the block size
 * @param switches times that read-ahead was switched off and on
 * @param fallbacks scans without read-ahead, by reason
 */
record MemoryWork(
        long compactions,
        long rewrites,
        long scrubs,
        long reads,
        long failedRequests,
        long scansAhead,
        long blockSizes,
        long switches,
        Map<String, Long> fallbacks) {}
