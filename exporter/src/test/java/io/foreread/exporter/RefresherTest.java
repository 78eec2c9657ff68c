package io.foreread.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.foreread.exporter.cassandra.Bridge;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.source.BackgroundRead;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A reload of the configuration creates a new bridge, whose first reads are made before it is used. */
class RefresherTest {
    /** A gauge of the refresh class SLOW. */
    private static final String PENDING = "org.apache.cassandra.metrics.Compaction.PendingTasks";

    private final AtomicLong nanos = new AtomicLong();
    private final Queue<Runnable> workers = new ArrayDeque<>();
    private final Refresher refresher = new Refresher(workers::add, nanos::get);
    private final AtomicInteger reads = new AtomicInteger();
    private final MetricRegistry registry = new MetricRegistry();

    @Test
    void firstReadsThatHaveNotBegunAreMadeAfterTheBridgeIsUsed() {
        Bridge bridge = bridge();
        CountDownLatch done = refresher.readNew(bridge);
        refresher.refresh(bridge);
        assertThat(reads).hasValue(0);
        runWorkers();
        assertThat(reads).hasValue(1);
        assertThat(done.getCount()).isZero();
    }

    @Test
    void theReadsOfTheFormerBridgeAreDiscarded() {
        refresher.refresh(bridge());
        Bridge next = new Bridge(MetricsConfig.defaults());
        refresher.refresh(next);
        runWorkers();
        assertThat(reads).hasValue(0);
    }

    @Test
    void aValueIsNotReadTwiceAtTheSameTime() {
        Bridge bridge = bridge();
        refresher.readNew(bridge);
        nanos.addAndGet(MetricsConfig.defaults().period(Refresh.SLOW).toNanos());
        refresher.refresh(bridge);
        nanos.addAndGet(MetricsConfig.defaults().period(Refresh.SLOW).toNanos());
        refresher.refresh(bridge);
        runWorkers();
        assertThat(reads).hasValue(1);
    }

    /** Over JMX, a ranking calls the node for each table. */
    @Test
    void tablesAreRankedInTheBackground() {
        registry.register("org.apache.cassandra.metrics.Table.ReadLatency.ks.t", new Timer() {
            @Override
            public long getCount() {
                return reads.incrementAndGet();
            }
        });
        Bridge bridge = new Bridge(MetricsConfig.of(Map.of("metrics.tables.top", "1"), new ArrayList<>()));
        InProcessSource.follow(registry, bridge);
        AtomicInteger inContext = new AtomicInteger();
        UnaryOperator<BackgroundRead> context = read -> () -> {
            inContext.incrementAndGet();
            read.read();
        };
        refresher.refresh(bridge, context);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(60));
        refresher.refresh(bridge, context);
        assertThat(reads).hasValue(0);
        runWorkers();
        assertThat(reads).hasValue(1);
        assertThat(inContext).hasValue(1);
    }

    private void runWorkers() {
        for (Runnable worker = workers.poll(); worker != null; worker = workers.poll()) worker.run();
    }

    private Bridge bridge() {
        registry.register(PENDING, (Gauge<Integer>) reads::incrementAndGet);
        Bridge bridge = new Bridge(MetricsConfig.defaults());
        InProcessSource.follow(registry, bridge);
        return bridge;
    }
}
