package io.foreread.it.bench.reads;

import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.fixture.ChildJvmNode;
import java.util.concurrent.TimeUnit;

/**
 * The results of point reads during compactions of the table.
 *
 * @param compactions the number of compactions
 * @param compactionSeconds the mean duration of a compaction
 */
public record ReadsDuringCompactions(RequestTotals totals, int compactions, double compactionSeconds) {
    /**
     * Repeats the compaction until the point reads have lasted long enough, because a fast compaction ends before there are
     * enough requests for a p99.9.
     *
     * @param minSeconds how long the compactions must last together
     * @param beforeEach loads the sstables that are compacted
     */
    public static ReadsDuringCompactions measure(
            ChildJvmNode node, Clients clients, int minSeconds, Runnable beforeEach) {
        RequestTotals totals = new RequestTotals();
        long nanos = 0;
        int compactions = 0;
        while (nanos < TimeUnit.SECONDS.toNanos(minSeconds)) {
            beforeEach.run();
            long startNanos = System.nanoTime();
            clients.points(totals, () -> node.jmx().majorCompact(DataSpec.KEYSPACE, DataSpec.TABLE));
            nanos += System.nanoTime() - startNanos;
            compactions++;
        }
        return new ReadsDuringCompactions(totals, compactions, nanos * 1e-9 / compactions);
    }
}
