package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.Distributions;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.naming.Dialect;
import io.foreread.exporter.naming.Place;
import io.foreread.exporter.naming.Statistic;
import io.foreread.exporter.naming.Telling;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.text.Labels;
import io.foreread.exporter.text.TextFamily;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The families that a configuration tells in another dialect. They come with the first metric of theirs: the dialect names
 * whatever a node has. Thread-safe.
 */
final class DialectFamilies {
    private static final double MICROS_PER_SECOND = 1e6;
    private static final String[] QUANTILES = {"0.50", "0.75", "0.95", "0.98", "0.99", "0.999"};
    private static final QuantileSeries.Wanted PERCENTILES = new QuantileSeries.Wanted(false, QUANTILES);
    private static final QuantileSeries.Wanted PERCENTILES_AND_MEAN = new QuantileSeries.Wanted(true, QUANTILES);

    private final Dialect dialect = Dialect.jmxExporter();
    private final MetricsConfig config;
    private final Tables tables;
    private final Set<String> taken;
    /** By level and name: what there are most series of is dropped first. */
    private final ConcurrentSkipListMap<String, Family> families = new ConcurrentSkipListMap<>();

    /** @param taken names of samples that are told in our own dialect; a name is told in one of them */
    DialectFamilies(MetricsConfig config, Tables tables, Set<String> taken) {
        this.config = config;
        this.tables = tables;
        this.taken = taken;
    }

    /** Whether anything is told of a metric of whatever kind. */
    boolean wants(MetricName name) {
        Place place = place(name);
        if (place == null) return false;
        for (Telling telling : dialect.tellings(name)) if (tells(place.level(), telling)) return true;
        return false;
    }

    /** @return null if nothing is told of metrics with that scope */
    private @Nullable Place place(MetricName name) {
        Place place = config.naming().tellsJmxExporter() ? dialect.place(name) : null;
        return place != null && tables.tells(place.level(), place.owner()) ? place : null;
    }

    private boolean tells(Level level, Telling telling) {
        if (telling.refresh() != Refresh.LIVE && config.period(telling.refresh()) == null) return false;
        return config.tells(level, telling.family()) && !taken.contains(telling.family());
    }

    private boolean tells(Level level, Telling telling, NodeMetric.Kind kind) {
        if (!telling.statistic().of(kind) || !tells(level, telling)) return false;
        return config.distributions(level) != Distributions.NONE || !telling.isOfDistribution(kind);
    }

    /**
     * @param made takes the series made, which are in their families
     * @param replaced takes series that had the same names and labels, and are told no more
     */
    void bind(MetricName metricName, NodeMetric metric, BiConsumer<Refresh, Series> made, Consumer<Series> replaced) {
        if (!config.naming().tellsJmxExporter()) return;
        for (MetricName name : dialect.names(metricName)) bindOne(name, metric, made, replaced);
    }

    private void bindOne(
            MetricName name, NodeMetric metric, BiConsumer<Refresh, Series> made, Consumer<Series> replaced) {
        Place place = place(name);
        if (place == null) return;
        Maker maker = new Maker(name, metric, place);
        for (Telling telling : dialect.tellings(name)) {
            if (!tells(place.level(), telling, metric.kind())) continue;
            Family family = family(name.type(), telling);
            Series series = maker.series(telling, family);
            Series before = family.add(maker.key, series);
            if (before != null) replaced.accept(before);
            made.accept(telling.refresh(), series);
        }
    }

    private Family family(String type, Telling telling) {
        return families.computeIfAbsent(
                key(type, telling),
                key -> new Family(
                        new TextFamily(
                                telling.family(),
                                telling.statistic().type().name().toLowerCase(Locale.ROOT),
                                telling.help()),
                        "dialect"));
    }

    private String key(String type, Telling telling) {
        return dialect.level(type).ordinal() + telling.family();
    }

    /** @return the series taken out of their families */
    Collection<Series> unbind(MetricName metricName) {
        List<Series> removed = new ArrayList<>();
        if (!config.naming().tellsJmxExporter()) return removed;
        for (MetricName name : dialect.names(metricName)) {
            Place place = place(name);
            if (place == null) continue;
            for (Telling telling : dialect.tellings(name)) {
                Family family = families.get(key(name.type(), telling));
                Series series = family == null ? null : family.remove(key(place));
                if (series != null) removed.add(series);
            }
        }
        return removed;
    }

    Collection<Family> all() {
        return families.values();
    }

    private static String key(Place place) {
        return String.join("\0", place.labelValues());
    }

    /** Makes the series of one metric. */
    private final class Maker {
        private final NodeMetric metric;
        private final @Nullable Table table;
        private final byte[] labels;
        private final String key;
        private final @Nullable Telling mean;
        /** Null until a series needs it. */
        private @Nullable QuantileSeries percentiles;

        Maker(MetricName name, NodeMetric metric, Place place) {
            this.metric = metric;
            table = tables.of(place.level(), place.owner());
            labels = Labels.text(place.labelNames(), place.labelValues());
            key = DialectFamilies.key(place);
            mean = dialect.tellings(name).stream()
                    .filter(telling -> telling.statistic() == Statistic.MEAN)
                    .filter(telling -> tells(place.level(), telling, metric.kind()))
                    .findFirst()
                    .orElse(null);
        }

        Series series(Telling telling, Family family) {
            byte[] sample = family.sampleName("");
            switch (telling.statistic()) {
                case PERCENTILES:
                    return percentiles(telling, sample);
                case MEAN:
                    QuantileSeries read = percentiles == null ? percentiles(telling, sample) : percentiles;
                    return new MeanSeries(table, sample, labels, read);
                default:
                    return new ScalarSeries(table, live(telling), sample, labels, metric, telling.factor());
            }
        }

        /** One for both: a snapshot is taken once per scrape. */
        private QuantileSeries percentiles(Telling telling, byte[] sample) {
            percentiles = new QuantileSeries(
                    table,
                    live(telling),
                    sample,
                    labels,
                    metric,
                    telling.factor(),
                    telling.factor() * MICROS_PER_SECOND,
                    mean == null ? PERCENTILES : PERCENTILES_AND_MEAN);
            return percentiles;
        }

        private boolean live(Telling telling) {
            return telling.refresh() == Refresh.LIVE;
        }
    }
}
