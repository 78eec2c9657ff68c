package io.foreread.it.bench.reads;

import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.fixture.ChildJvmNode;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The results of point reads during compactions of the table.
 *
 * @param compactions the number of compactions
 * @param compactionSeconds the mean duration of a compaction, without the time until the last request has ended
 */
public record ReadsDuringCompactions(RequestTotals totals, int compactions, double compactionSeconds) {
    /**
     * Repeats the compaction until all together have lasted long enough, because a fast compaction ends before there are
     * enough requests for a p99.9.
     *
     * @param minSeconds how long the compactions must last together
     * @param beforeEach loads the sstables that are compacted
     */
    public static ReadsDuringCompactions measure(
            ChildJvmNode node, Clients clients, int minSeconds, Runnable beforeEach) {
        RequestTotals totals = new RequestTotals();
        return measure(
                totals,
                compaction -> clients.points(totals, compaction),
                () -> node.jmx().majorCompact(DataSpec.KEYSPACE, DataSpec.TABLE),
                System::nanoTime,
                minSeconds,
                beforeEach);
    }

    /**
     * @param requests sends requests while its argument runs, and returns when all have ended, which can be later
     * @param nanoTime the clock
     */
    static ReadsDuringCompactions measure(
            RequestTotals totals,
            Consumer<Runnable> requests,
            Runnable compact,
            LongSupplier nanoTime,
            int minSeconds,
            Runnable beforeEach) {
        TimedRuns compactions = new TimedRuns(compact, nanoTime);
        while (compactions.nanos < TimeUnit.SECONDS.toNanos(minSeconds)) {
            beforeEach.run();
            requests.accept(compactions);
        }
        return new ReadsDuringCompactions(totals, compactions.count, compactions.nanos * 1e-9 / compactions.count);
    }

    /** The duration of a repeated task. Not thread-safe. */
    private static final class TimedRuns implements Runnable {
        private final Runnable task;
        private final LongSupplier nanoTime;
        private long nanos;
        private int count;

        TimedRuns(Runnable task, LongSupplier nanoTime) {
            this.task = task;
            this.nanoTime = nanoTime;
        }

        @Override
        public void run() {
            long startNanos = nanoTime.getAsLong();
            task.run();
            nanos += nanoTime.getAsLong() - startNanos;
            count++;
        }
    }
}
