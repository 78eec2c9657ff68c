package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.config.LoggedText;
import io.foreread.exporter.source.Distribution;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import org.junit.jupiter.api.Test;

/**
 * Tests what is logged if a metric cannot be read. A timer without a reservoir of Cassandra has no bucket counts, so it
 * cannot be read.
 */
class FailedReadsTest {
    private static final String PREFIX = "org.apache.cassandra.metrics.";

    private final MetricRegistry registry = new MetricRegistry();

    @Test
    void messageNamesTheFamilyTheMetricAndTheError() {
        registry.register(PREFIX + "CommitLog.PendingTasks", (Gauge<Integer>) () -> {
            throw new IllegalStateException("closed");
        });
        registry.timer(PREFIX + "CommitLog.WaitingOnCommit");
        String timer = " from " + PREFIX + "CommitLog.WaitingOnCommit: java.lang.IllegalArgumentException: ";
        assertThat(logged("metrics.node.distributions", "both"))
                .contains("Cannot read cassandra_commit_log_pending_tasks from " + PREFIX
                        + "CommitLog.PendingTasks: java.lang.IllegalStateException: closed. ")
                .contains("Cannot read cassandra_commit_log_commit_wait_seconds" + timer)
                .contains("Cannot read cassandra_commit_log_commit_wait_quantile_seconds" + timer);
    }

    @Test
    void messageOfAMeanHasTheErrorOfItsDistribution() {
        registry.timer(PREFIX + "keyspace.ReadLatency.ks");
        assertThat(logged("metrics.naming", "jmx_exporter", "metrics.keyspace.exclude", "*latency_seconds"))
                .contains("Cannot read cassandra_keyspace_readlatency_seconds_average from " + PREFIX
                        + "keyspace.ReadLatency.ks: java.lang.IllegalStateException: cannot be read,"
                        + " caused by java.lang.IllegalArgumentException: ");
    }

    @Test
    void metricThatCannotBeAddedIsAnErrorThatDoesNotReachCassandra() {
        Bridge bridge = bridge("metrics.naming", "jmx_exporter");
        bridge.added(new MetricName("Storage", "Load", ""), new BrokenMetric());
        assertThat(ScrapedText.errors(bridge)).isEqualTo(1);
        assertThat(ScrapedText.by(bridge).samples()).isEmpty();
    }

    private String logged(String... keysAndValues) {
        Bridge bridge = bridge(keysAndValues);
        return LoggedText.of(() -> ScrapedText.by(bridge));
    }

    private Bridge bridge(String... keysAndValues) {
        return RegistryBridge.of(registry, RegistryBridge.settings(keysAndValues));
    }

    private static final class BrokenMetric implements NodeMetric {
        @Override
        public Kind kind() {
            throw new IllegalStateException("broken");
        }

        @Override
        public Object value() {
            throw new IllegalStateException("broken");
        }

        @Override
        public long count() {
            throw new IllegalStateException("broken");
        }

        @Override
        public Distribution distribution() {
            throw new IllegalStateException("broken");
        }
    }
}
