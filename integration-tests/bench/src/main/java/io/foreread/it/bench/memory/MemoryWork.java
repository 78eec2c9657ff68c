package io.foreread.it.bench.memory;

import java.util.Map;

/**
 * The number of operations during the measurement. Compactions, rewrites, scrubs and reads run on both nodes and are
 * counted once.
 *
 * @param compactions major compactions
 * @param rewrites calls of upgradesstables for one table
 * @param reads range reads of a whole table
 * @param failedRequests failed CQL reads and writes
 * @param scansAhead scans that Foreread's reader read
 * @param blockSizes changes of the block size
 * @param switches number of times that read-ahead was switched off
 * @param fallbacks fallbacks to Cassandra's reader by reason
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
