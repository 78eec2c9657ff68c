package io.foreread.exporter.dropwizard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.source.MetricFollower;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InProcessSourceTest {
    private static final String FIRST = "org.apache.cassandra.metrics.Client.FirstCounter";
    private static final String SECOND = "org.apache.cassandra.metrics.Client.SecondCounter";

    private final MetricRegistry registry = new MetricRegistry();
    private final List<String> added = new ArrayList<>();

    private class Recording implements MetricFollower {
        @Override
        public void added(MetricName name, NodeMetric metric) {
            added.add(name.inRegistry());
        }

        @Override
        public void removed(MetricName name) {
            added.remove(name.inRegistry());
        }
    }

    @Test
    void closedSourceFollowsNoMore() {
        registry.register(FIRST, new Counter());
        InProcessSource source = InProcessSource.follow(registry, new Recording());
        assertThat(added).containsExactly(FIRST);
        source.close();
        registry.register(SECOND, new Counter());
        assertThat(added).containsExactly(FIRST);
    }

    @Test
    void metricThatIsRemovedWhileTheExistingOnesAreAddedIsNotFollowed() {
        registry.register(FIRST, new Counter());
        registry.register(SECOND, new Counter());
        MetricFollower removing = new Recording() {
            @Override
            public void added(MetricName name, NodeMetric metric) {
                super.added(name, metric);
                // The iteration over the registry has already reached the other metric.
                if (registry.getMetrics().size() == 2)
                    registry.remove(name.inRegistry().equals(FIRST) ? SECOND : FIRST);
            }
        };
        InProcessSource.follow(registry, removing);
        assertThat(added).hasSize(1).containsExactlyElementsOf(registry.getNames());
    }

    @Test
    void registryKeepsNoListenerIfTheFollowerThrows() {
        registry.register(FIRST, new Counter());
        MetricFollower failing = new Recording() {
            @Override
            public void added(MetricName name, NodeMetric metric) {
                super.added(name, metric);
                throw new IllegalStateException("not added");
            }
        };
        assertThatThrownBy(() -> InProcessSource.follow(registry, failing)).hasMessage("not added");
        registry.register(SECOND, new Counter());
        assertThat(added).containsExactly(FIRST);
    }
}
