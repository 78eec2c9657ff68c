package io.foreread.it.bench.readahead;

import io.foreread.it.bench.compaction.MeasuredVariant;
import io.foreread.it.bench.comparison.Turn;

/**
 * The results of one reader with one kernel readahead in one round.
 *
 * @param reader the id of the {@code ReaderVariant}
 * @param readAheadKib the kernel readahead
 * @param alone point reads without other load
 * @param duringCompactions point reads during compactions
 * @param compactions the number of these compactions
 * @param compaction a compaction without point reads
 */
record KernelReadAheadTurn(
        int round,
        String reader,
        int readAheadKib,
        PointReads alone,
        PointReads duringCompactions,
        int compactions,
        MeasuredVariant compaction)
        implements Turn {
    @Override
    public long failedRequests() {
        return alone.failed() + duringCompactions.failed();
    }

    @Override
    public String contender() {
        return contender(reader, readAheadKib);
    }

    /** The name of a reader with a kernel readahead. */
    static String contender(String reader, int readAheadKib) {
        return reader + " at " + readAheadKib + " KiB";
    }
}
