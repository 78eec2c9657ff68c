package io.foreread.exporter.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OrphanedMetricsTest {
    private static final int TABLES = 100;

    private final Set<MetricName> registered = new HashSet<>();
    private final OrphanedMetrics orphanedMetrics = new OrphanedMetrics(registered::contains);

    /** Cassandra removes the metrics of a table one after the other, and LiveSSTableCount, the owner, is not the last. */
    @Test
    void ownerWithoutOrphanedMetricsIsForgotten() {
        List<WeakReference<MetricName>> dropped = new ArrayList<>();
        for (int i = 0; i < TABLES; i++) dropped.add(createAndDrop("ks.t" + i));
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            System.gc();
            // The last owner is still kept: whether it has orphaned metrics is checked when the next owner is removed.
            assertThat(dropped.subList(0, TABLES - 1)).allMatch(name -> name.get() == null);
        });
    }

    private WeakReference<MetricName> createAndDrop(String table) {
        MetricName owner = new MetricName("Table", "LiveSSTableCount", table);
        MetricName other = new MetricName("Table", "ReadLatency", table);
        for (MetricName name : List.of(other, owner)) {
            registered.add(name);
            orphanedMetrics.added(name);
        }
        for (MetricName name : List.of(owner, other)) {
            registered.remove(name);
            orphanedMetrics.removed(name);
        }
        return new WeakReference<>(owner);
    }

    @Test
    void orphanedMetricsReturnWithTheNextTableOfTheSameName() {
        MetricName owner = new MetricName("Table", "LiveSSTableCount", "ks.t");
        MetricName orphan = new MetricName("Table", "CasCommitLatency", "ks.t");
        for (MetricName name : List.of(orphan, owner)) {
            registered.add(name);
            orphanedMetrics.added(name);
        }
        registered.remove(owner);
        assertThat(orphanedMetrics.removed(owner)).containsExactly(orphan);
        createAndDrop("ks.other");
        createAndDrop("ks.another");
        registered.add(owner);
        assertThat(orphanedMetrics.added(owner)).containsExactly(orphan);
    }
}
