package io.foreread.it.bench.cores;

import io.foreread.it.bench.comparison.Comparison;
import java.util.List;

/**
 * The results of {@code ./bench cores}.
 *
 * @param data the compacted sstables, in words
 * @param requestsPerSecond reads and writes of the node's clients per second
 * @param windowSeconds the duration of a window
 * @param cores the cores of the machine
 * @param turns the windows in the order in which they were measured
 */
record CoresResult(
        String data,
        int requestsPerSecond,
        int windowSeconds,
        int cores,
        List<CoresWindow> turns,
        List<Comparison> comparisons) {}
