package io.foreread.it.bench.reads;

import io.foreread.it.bench.comparison.Turn;

/**
 * The results of one turn of a contender.
 *
 * @param points point reads without other load
 * @param ranges range reads without other load
 * @param duringCompaction point reads during compactions
 * @param compactionSeconds the mean duration of a compaction
 */
record ReadsTurn(
        int round, String contender, Phase points, Phase ranges, Phase duringCompaction, double compactionSeconds)
        implements Turn {
    @Override
    public long failedRequests() {
        return points.failed() + ranges.failed() + duringCompaction.failed();
    }
}
