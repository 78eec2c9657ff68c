package io.foreread.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.cassandra.Bridge;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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
