package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.catalog.Row;
import io.foreread.exporter.source.NodeMetric;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The parameters from which the series of one metric and one catalog row are created. Immutable. */
final class SeriesSeed {
    final Row row;

    /** The table or peer, or null. */
    final @Nullable Exportable owner;

    final NodeMetric metric;
    /** Supplies the metric that holds the exact sum in microseconds. */
    final Supplier<@Nullable NodeMetric> sum;

    SeriesSeed(Row row, @Nullable Exportable owner, NodeMetric metric, Supplier<@Nullable NodeMetric> sum) {
        this.row = row;
        this.owner = owner;
        this.metric = metric;
        this.sum = sum;
    }

    boolean live() {
        return row.refresh() == Refresh.LIVE;
    }
}
