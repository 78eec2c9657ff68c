package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.catalog.Row;
import io.foreread.exporter.source.NodeMetric;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The parameters of the series of one metric and row. Immutable. */
final class SeriesSeed {
    final Row row;

    final @Nullable Table table;

    final NodeMetric metric;
    /** Supplies the metric that holds the exact sum in microseconds. */
    final Supplier<@Nullable NodeMetric> sum;

    SeriesSeed(Row row, @Nullable Table table, NodeMetric metric, Supplier<@Nullable NodeMetric> sum) {
        this.row = row;
        this.table = table;
        this.metric = metric;
        this.sum = sum;
    }

    boolean live() {
        return row.refresh() == Refresh.LIVE;
    }
}
