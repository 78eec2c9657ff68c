package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.source.Distribution;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CacheLookupsTest {
    private final List<String> names = new ArrayList<>();
    private final List<NodeMetric> derived = new ArrayList<>();
    private final List<String> ended = new ArrayList<>();
    private final CacheLookups lookups = new CacheLookups(
            (name, metric) -> {
                names.add(name.name());
                derived.add(metric);
            },
            name -> ended.add(name.name()));
    private final AtomicLong requests = new AtomicLong(10);
    private final AtomicLong hits = new AtomicLong(7);

    @Test
    void missingCounterIsDerivedOnceAndDoesNotDecrease() {
        lookups.added(name("Requests"), counter(requests));
        lookups.added(name("Hits"), counter(hits));
        assertThat(derived.get(0).kind()).isEqualTo(NodeMetric.Kind.COUNTER);
        assertThat(derived.get(0).count()).isEqualTo(3);
        lookups.added(name("Capacity"), counter(new AtomicLong(1)));
        assertThat(names).containsExactly("Misses");
        hits.set(9);
        assertThat(derived.get(0).count()).isEqualTo(3);
        requests.set(20);
        assertThat(derived.get(0).count()).isEqualTo(11);
    }

    @Test
    void nothingIsDerivedIfTheCacheHasAllCounters() {
        lookups.added(name("Hits"), counter(hits));
        lookups.added(name("Misses"), counter(hits));
        lookups.added(name("Requests"), counter(requests));
        assertThat(derived).isEmpty();
        lookups.removed(name("Requests"));
        assertThat(ended).isEmpty();
    }

    @Test
    void derivedCounterEndsWithEitherOfItsTwoCounters() {
        lookups.added(name("Requests"), counter(requests));
        lookups.added(name("Hits"), counter(hits));
        lookups.removed(name("Capacity"));
        lookups.removed(name("Misses"));
        assertThat(ended).as("counters that were not added").isEmpty();
        lookups.removed(name("Hits"));
        assertThat(ended).containsExactly("Misses");
        lookups.removed(name("Requests"));
        assertThat(ended).as("ended already").containsExactly("Misses");
        lookups.added(name("Misses"), counter(hits));
        lookups.added(name("Requests"), counter(requests));
        lookups.removed(name("Requests"));
        assertThat(ended).containsExactly("Misses", "Hits");
    }

    private static MetricName name(String name) {
        return new MetricName("Cache", name, "KeyCache");
    }

    private static NodeMetric counter(AtomicLong count) {
        return new NodeMetric() {
            @Override
            public Kind kind() {
                return Kind.COUNTER;
            }

            @Override
            public Object value() {
                throw new UnsupportedOperationException();
            }

            @Override
            public long count() {
                return count.get();
            }

            @Override
            public Distribution distribution() {
                throw new UnsupportedOperationException();
            }
        };
    }
}
