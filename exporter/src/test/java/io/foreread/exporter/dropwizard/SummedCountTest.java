package io.foreread.exporter.dropwizard;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Timer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Tests counters with the structure of Cassandra's counters. */
class SummedCountTest {
    /** Has the fields of Cassandra's class and, like it, holds its lock while it drops a table. */
    private static final class LatencyMetrics {
        final List<LatencyMetrics> children = new CopyOnWriteArrayList<>();
        final LatencyMetricsCounter totalLatency = new LatencyMetricsCounter();

        final class LatencyMetricsCounter extends Counter {
            @Override
            public long getCount() {
                return super.getCount()
                        + children.stream()
                                .mapToLong(child -> child.totalLatency.getCount())
                                .sum();
            }
        }

        /** @param between called while the count of the table is included twice */
        synchronized void drop(LatencyMetrics child, Runnable between) {
            totalLatency.inc(child.totalLatency.getCount());
            between.run();
            children.remove(child);
        }
    }

    private final LatencyMetrics table = new LatencyMetrics();
    private final LatencyMetrics keyspace = new LatencyMetrics();
    private final SummedCount total = SummedCount.of(keyspace.totalLatency);

    SummedCountTest() {
        keyspace.children.add(table);
        table.totalLatency.inc(7);
        keyspace.totalLatency.inc(2);
    }

    @Test
    void countsATableOnceWhileItIsDropped() {
        CompletableFuture<Long> count = new CompletableFuture<>();
        Thread scrape = new Thread(() -> count.complete(total.getCount()));
        keyspace.drop(table, () -> {
            scrape.start();
            while (scrape.getState() != Thread.State.BLOCKED && !count.isDone()) Thread.onSpinWait();
        });
        assertThat(count.join()).isEqualTo(9);
        assertThat(total.getCount()).isEqualTo(9);
    }

    @Test
    void readsTheCountOfATable() {
        assertThat(SummedCount.of(table.totalLatency).getCount()).isEqualTo(7);
    }

    @Test
    void isNotUsedForOtherMetrics() {
        assertThat(SummedCount.of(new Counter())).isNull();
        assertThat(SummedCount.of(new Timer())).isNull();
    }
}
