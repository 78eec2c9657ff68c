package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Exports metrics of the bridge itself: its cost, its errors, the age of background series, the dropped series and the
 * number of tables. Thread-safe.
 */
public final class BridgeMetrics implements MetricSource {
    private final Supplier<@Nullable Bridge> bridge;

    /** @param bridge supplies the current bridge, or null before the first one */
    public BridgeMetrics(Supplier<@Nullable Bridge> bridge) {
        this.bridge = bridge;
    }

    @Override
    public String name() {
        return "scrape";
    }

    @Override
    public void collect(MetricSink sink) {
        Bridge current = bridge.get();
        if (current == null) return;
        current.seconds().forEach((group, seconds) -> sink.sample(OwnMetrics.SCRAPE_SECONDS, seconds, group));
        current.errors().forEach((group, errors) -> sink.sample(OwnMetrics.SCRAPE_ERRORS, errors.sum(), group));
        sink.sample(OwnMetrics.NODE_TABLES, current.tables());
        sink.sample(OwnMetrics.SCRAPE_SERIES, current.lastLines());
        sink.sample(OwnMetrics.SCRAPE_BYTES, current.lastBytes());
        current.series().forEach((level, series) -> sink.sample(OwnMetrics.SERIES, series, level));
        current.dropped().forEach((family, series) -> sink.sample(OwnMetrics.SERIES_DROPPED, series, family));
        current.lastSuccess()
                .forEach((refresh, families) -> families.forEach((family, millis) ->
                        sink.sample(OwnMetrics.LAST_SUCCESS, millis / 1000.0, family, refresh.word())));
        for (Refresh refresh : Refresh.values()) {
            if (current.config().period(refresh) != null)
                sink.sample(OwnMetrics.REFRESH_AGE, current.ageSeconds(refresh), refresh.word());
        }
    }
}
