package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.source.MetricFollower;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the ranking of two tables by requests, of which one is exported. */
class TopTablesTest {
    private static final String READS = "org.apache.cassandra.metrics.Table.ReadLatency.";
    private static final String SIZE = "org.apache.cassandra.metrics.Table.LiveDiskSpaceUsed.";

    private final TopTables tables =
            new TopTables(MetricsConfig.of(Map.of("metrics.tables.top", "1"), new ArrayList<>()));

    private final Reads busy = new Reads();
    private final Reads other = new Reads();
    private final MetricRegistry registry = new MetricRegistry();

    @BeforeEach
    void register() {
        registry.register(READS + "ks.busy", busy);
        registry.register(READS + "ks.other", other);
        follow(registry, tables);
    }

    private static void follow(MetricRegistry registry, TopTables tables) {
        InProcessSource.follow(registry, new MetricFollower() {
            @Override
            public void added(MetricName name, NodeMetric metric) {
                tables.added(name, metric);
            }

            @Override
            public void removed(MetricName name) {
                tables.removed(name);
            }
        });
    }

    @Test
    void requestsBeforeTheFirstRankingCountOnlyInTheFirstRanking() {
        busy.count = 1_000_000;
        assertThat(tables.rank()).containsExactly("ks.busy");
        other.count = 40;
        assertThat(tables.rank()).containsExactly("ks.other");
    }

    @Test
    void requestsBeforeTheFirstReadCountOnlyInItsRanking() {
        busy.count = 1_000_000;
        busy.failing = true;
        tables.rank();
        busy.failing = false;
        assertThat(tables.rank()).containsExactly("ks.busy");
        other.count = 40;
        assertThat(tables.rank()).containsExactly("ks.other");
    }

    @Test
    void requestsOfEarlierRankingsCountLessAndLess() {
        tables.rank();
        busy.count = 1_000;
        for (int ranking = 1; ranking <= 4; ranking++) {
            other.count += 40;
            assertThat(tables.rank()).as("ranking %d", ranking).containsExactly("ks.busy");
        }
        other.count += 40;
        assertThat(tables.rank()).containsExactly("ks.other");
    }

    @Test
    void requestsOfACounterThatBeganAgainAreCounted() {
        tables.rank();
        busy.count = 1_000;
        other.count = 10;
        assertThat(tables.rank()).containsExactly("ks.busy");
        busy.count = 50;
        other.count = 200;
        assertThat(tables.rank()).containsExactly("ks.busy");
        busy.count = 450;
        assertThat(tables.rank()).containsExactly("ks.busy");
    }

    @Test
    void counterThatCannotBeReadHasNoNewRequestsThenOrLater() {
        tables.rank();
        busy.count = 1_000;
        other.count = 10;
        assertThat(tables.rank()).containsExactly("ks.busy");
        busy.failing = true;
        assertThat(tables.rank()).containsExactly("ks.busy");
        busy.failing = false;
        other.count += 600;
        assertThat(tables.rank()).containsExactly("ks.other");
    }

    @Test
    void aSizeThatCannotBeReadStaysAsItWas() {
        TopTables bySize = new TopTables(MetricsConfig.of(
                Map.of("metrics.tables.top", "1", "metrics.tables.top-by", "disk-space"), new ArrayList<>()));
        AtomicBoolean failing = new AtomicBoolean();
        MetricRegistry sizes = new MetricRegistry();
        sizes.register(SIZE + "ks.large", new Counter() {
            @Override
            public long getCount() {
                if (failing.get()) throw new IllegalStateException("closed");
                return 1_000;
            }
        });
        sizes.counter(SIZE + "ks.small").inc(10);
        follow(sizes, bySize);
        assertThat(bySize.rank()).containsExactly("ks.large");
        failing.set(true);
        assertThat(bySize.rank()).containsExactly("ks.large");
    }

    @Test
    void droppedTableIsNotRanked() {
        busy.count = 1_000;
        assertThat(tables.rank()).containsExactly("ks.busy");
        registry.remove(READS + "ks.busy");
        assertThat(tables.rank()).containsExactly("ks.other");
    }

    @Test
    void tablesWithEqualRequestsAreRankedByName() {
        for (int i = 2; i >= 0; i--) registry.register(READS + "ks.a" + i, new Reads());
        assertThat(tables.rank()).containsExactly("ks.a0");
    }

    /** A timer with a count that a test sets. */
    private static final class Reads extends Timer {
        long count;
        boolean failing;

        @Override
        public long getCount() {
            if (failing) throw new IllegalStateException("closed");
            return count;
        }
    }
}
