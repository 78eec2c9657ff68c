package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.catalog.Row;
import io.foreread.exporter.source.NodeMetric;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the series of one metric under one row are made of. Immutable. */
final class SeriesSeed {
    final Row row;
    /** Null if it is of no table. */
    final @Nullable Table table;

    final NodeMetric metric;
    /** Gives the metric that holds the exact sum in microseconds. */
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
