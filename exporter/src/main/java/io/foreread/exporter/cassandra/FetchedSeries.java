package io.foreread.exporter.cassandra;

import io.foreread.exporter.source.NodeMetric;
import org.jspecify.annotations.Nullable;

/**
 * A series of one metric. A background read obtains the value of a gauge, which can be slow, without the lock of the series.
 */
abstract class FetchedSeries extends Series {
    final NodeMetric metric;

    FetchedSeries(@Nullable Exportable owner, boolean live, NodeMetric metric) {
        super(owner, live);
        this.metric = metric;
    }

    @Override
    final String origin() {
        return metric.toString();
    }

    @Override
    final boolean readValue() {
        return publish(fetch());
    }

    @Override
    @Nullable
    final Object fetch() {
        return metric.kind() == NodeMetric.Kind.GAUGE ? metric.value() : null;
    }
}
