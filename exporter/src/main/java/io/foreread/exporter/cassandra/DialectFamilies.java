package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.Distributions;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.naming.Dialect;
import io.foreread.exporter.naming.MetricScope;
import io.foreread.exporter.naming.NameMapping;
import io.foreread.exporter.naming.Statistic;
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
 * The families that a configuration exports in another dialect. They come with the first metric of theirs: the dialect names
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

    /** @param taken names of samples that are exported in the native dialect; a name is exported in one dialect only */
    DialectFamilies(MetricsConfig config, Tables tables, Set<String> taken) {
        this.config = config;
        this.tables = tables;
        this.taken = taken;
    }

    /** Whether a metric of any kind is exported. */
    boolean wants(MetricName name) {
        MetricScope place = place(name);
        if (place == null) return false;
        for (NameMapping mapping : dialect.mappings(name)) if (exports(place.level(), mapping)) return true;
        return false;
    }

    /** @return null if no metric with that scope is exported */
    private @Nullable MetricScope place(MetricName name) {
        MetricScope place = config.naming().usesJmxExporterNames() ? dialect.place(name) : null;
        return place != null && tables.exports(place.level(), place.owner()) ? place : null;
    }

    private boolean exports(Level level, NameMapping mapping) {
        if (mapping.refresh() != Refresh.LIVE && config.period(mapping.refresh()) == null) return false;
        return config.exports(level, mapping.family()) && !taken.contains(mapping.family());
    }

    private boolean exports(Level level, NameMapping mapping, NodeMetric.Kind kind) {
        if (!mapping.statistic().of(kind) || !exports(level, mapping)) return false;
        return config.distributions(level) != Distributions.NONE || !mapping.isOfDistribution(kind);
    }

    /**
     * @param made takes the series made, which are in their families
     * @param replaced takes series that had the same names and labels, and are no longer exported
     */
    void bind(MetricName metricName, NodeMetric metric, BiConsumer<Refresh, Series> made, Consumer<Series> replaced) {
        if (!config.naming().usesJmxExporterNames()) return;
        for (MetricName name : dialect.names(metricName)) bindOne(name, metric, made, replaced);
    }

    private void bindOne(
            MetricName name, NodeMetric metric, BiConsumer<Refresh, Series> made, Consumer<Series> replaced) {
        MetricScope place = place(name);
        if (place == null) return;
        Maker maker = new Maker(name, metric, place);
        for (NameMapping mapping : dialect.mappings(name)) {
            if (!exports(place.level(), mapping, metric.kind())) continue;
            Family family = family(name.type(), mapping);
            Series series = maker.series(mapping, family);
            Series before = family.add(maker.key, series);
            if (before != null) replaced.accept(before);
            made.accept(mapping.refresh(), series);
        }
    }

    private Family family(String type, NameMapping mapping) {
        return families.computeIfAbsent(
                key(type, mapping),
                key -> new Family(
                        new TextFamily(
                                mapping.family(),
                                mapping.statistic().type().name().toLowerCase(Locale.ROOT),
                                mapping.help()),
                        "dialect"));
    }

    private String key(String type, NameMapping mapping) {
        return dialect.level(type).ordinal() + mapping.family();
    }

    /** @return the series taken out of their families */
    Collection<Series> unbind(MetricName metricName) {
        List<Series> removed = new ArrayList<>();
        if (!config.naming().usesJmxExporterNames()) return removed;
        for (MetricName name : dialect.names(metricName)) {
            MetricScope place = place(name);
            if (place == null) continue;
            for (NameMapping mapping : dialect.mappings(name)) {
                Family family = families.get(key(name.type(), mapping));
                Series series = family == null ? null : family.remove(key(place));
                if (series != null) removed.add(series);
            }
        }
        return removed;
    }

    Collection<Family> all() {
        return families.values();
    }

    private static String key(MetricScope place) {
        return String.join("\0", place.labelValues());
    }

    /** Makes the series of one metric. */
    private final class Maker {
        private final NodeMetric metric;
        private final @Nullable Table table;
        private final byte[] labels;
        private final String key;
        private final @Nullable NameMapping mean;
        /** Null until a series needs it. */
        private @Nullable QuantileSeries percentiles;

        Maker(MetricName name, NodeMetric metric, MetricScope place) {
            this.metric = metric;
            table = tables.of(place.level(), place.owner());
            labels = Labels.text(place.labelNames(), place.labelValues());
            key = DialectFamilies.key(place);
            mean = dialect.mappings(name).stream()
                    .filter(mapping -> mapping.statistic() == Statistic.MEAN)
                    .filter(mapping -> exports(place.level(), mapping, metric.kind()))
                    .findFirst()
                    .orElse(null);
        }

        Series series(NameMapping mapping, Family family) {
            byte[] sample = family.sampleName("");
            switch (mapping.statistic()) {
                case PERCENTILES:
                    return percentiles(mapping, sample);
                case MEAN:
                    QuantileSeries read = percentiles == null ? percentiles(mapping, sample) : percentiles;
                    return new MeanSeries(table, sample, labels, read);
                default:
                    return new ScalarSeries(table, live(mapping), sample, labels, metric, mapping.factor());
            }
        }

        /** One for both: a snapshot is taken once per scrape. */
        private QuantileSeries percentiles(NameMapping mapping, byte[] sample) {
            percentiles = new QuantileSeries(
                    table,
                    live(mapping),
                    sample,
                    labels,
                    metric,
                    mapping.factor(),
                    mapping.factor() * MICROS_PER_SECOND,
                    mean == null ? PERCENTILES : PERCENTILES_AND_MEAN);
            return percentiles;
        }

        private boolean live(NameMapping mapping) {
            return mapping.refresh() == Refresh.LIVE;
        }
    }
}
