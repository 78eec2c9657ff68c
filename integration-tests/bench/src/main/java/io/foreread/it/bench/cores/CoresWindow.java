package io.foreread.it.bench.cores;

import io.foreread.it.bench.comparison.Turn;
import io.foreread.it.bench.load.RequestLatency;

/**
 * What was measured in one window.
 *
 * @param round the number of the round, from 1; each round has one window of each value
 * @param contender the setting, such as {@code compress-ahead=auto}
 * @param latency latencies of the requests of the node's clients
 * @param nodeCores CPU time of the node per time
 * @param busyCores CPU time of all processes of the machine per time
 * @param chunksAhead chunks that a thread ahead of the compaction compressed or decompressed in the duration of a window
 * @param compactedMib MiB of Data.db that compactions have read in the duration of a window
 */
record CoresWindow(
        int round,
        String contender,
        RequestLatency latency,
        double nodeCores,
        double busyCores,
        double chunksAhead,
        double compactedMib)
        implements Turn {}
