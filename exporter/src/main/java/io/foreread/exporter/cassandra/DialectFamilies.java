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
 * Binds the metrics of a node to the families of jmx_exporter's naming, for one configuration. A family is created with
 * its first metric, because its name is derived from the metric. Thread-safe.
 */
final class DialectFamilies {
    private static final double MICROS_PER_SECOND = 1e6;
    private static final String[] QUANTILES = {"0.50", "0.75", "0.95", "0.98", "0.99", "0.999"};
    private static final QuantileSeries.Selection PERCENTILES = new QuantileSeries.Selection(false, QUANTILES);
    private static final QuantileSeries.Selection PERCENTILES_AND_MEAN = new QuantileSeries.Selection(true, QUANTILES);

    private final Dialect dialect = Dialect.jmxExporter();
    private final MetricsConfig config;
    private final Tables tables;
    private final PeerFamilies peers;
    private final Set<String> taken;
    /**
     * Keyed by level and name. The families with the most series are therefore last, and the series budget drops the
     * last ones first.
     */
    private final ConcurrentSkipListMap<String, Family> families = new ConcurrentSkipListMap<>();

    /** @param taken names of samples of the native naming; they are not exported twice */
    DialectFamilies(MetricsConfig config, Tables tables, PeerFamilies peers, Set<String> taken) {
        this.config = config;
        this.tables = tables;
        this.peers = peers;
        this.taken = taken;
    }

    /** Whether metrics of this name are exported, for at least one kind of metric. */
    boolean accepts(MetricName name) {
        MetricScope scope = scope(name);
        if (scope == null) return false;
        for (NameMapping mapping : dialect.mappings(name)) if (exports(scope.level(), mapping)) return true;
        return false;
    }

    /** @return null if metrics with this scope are not exported */
    private @Nullable MetricScope scope(MetricName name) {
        MetricScope scope = config.naming().usesJmxExporterNames() ? dialect.scope(name) : null;
        return scope != null && tables.exports(scope.level(), scope.owner()) ? scope : null;
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
     * @param made receives the new series, already added to their families
     * @param replaced receives each series that is replaced by a new series with the same name and labels
     */
    void bind(MetricName metricName, NodeMetric metric, BiConsumer<Refresh, Series> made, Consumer<Series> replaced) {
        if (!config.naming().usesJmxExporterNames()) return;
        Peer peer = peers.peerOf(metricName);
        for (MetricName name : dialect.names(metricName)) bindOne(name, metric, peer, made, replaced);
    }

    private void bindOne(
            MetricName name,
            NodeMetric metric,
            @Nullable Peer peer,
            BiConsumer<Refresh, Series> made,
            Consumer<Series> replaced) {
        MetricScope scope = scope(name);
        if (scope == null) return;
        Maker maker = new Maker(name, metric, scope, peer);
        for (NameMapping mapping : dialect.mappings(name)) {
            if (!exports(scope.level(), mapping, metric.kind())) continue;
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
                        "dialect",
                        dialect.level(type).word()));
    }

    private String key(String type, NameMapping mapping) {
        return dialect.level(type).ordinal() + mapping.family();
    }

    /** @return the series removed from their families */
    Collection<Series> unbind(MetricName metricName) {
        List<Series> removed = new ArrayList<>();
        if (!config.naming().usesJmxExporterNames()) return removed;
        for (MetricName name : dialect.names(metricName)) {
            MetricScope scope = scope(name);
            if (scope == null) continue;
            for (NameMapping mapping : dialect.mappings(name)) {
                Family family = families.get(key(name.type(), mapping));
                Series series = family == null ? null : family.remove(key(scope));
                if (series != null) removed.add(series);
            }
        }
        return removed;
    }

    Collection<Family> all() {
        return families.values();
    }

    private static String key(MetricScope scope) {
        return String.join("\0", scope.labelValues());
    }

    /** Creates the series of one metric. */
    private final class Maker {
        private final NodeMetric metric;
        private final @Nullable Exportable owner;
        private final byte[] labels;
        private final String key;
        private final @Nullable NameMapping mean;

        private @Nullable QuantileSeries percentiles;

        Maker(MetricName name, NodeMetric metric, MetricScope scope, @Nullable Peer peer) {
            this.metric = metric;
            owner = peer != null ? peer : tables.of(scope.level(), scope.owner());
            labels = Labels.text(scope.labelNames(), scope.labelValues());
            key = DialectFamilies.key(scope);
            mean = dialect.mappings(name).stream()
                    .filter(mapping -> mapping.statistic() == Statistic.MEAN)
                    .filter(mapping -> exports(scope.level(), mapping, metric.kind()))
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
                    return new MeanSeries(owner, sample, labels, read);
                default:
                    // Values that mean unknown or unlimited are not omitted, because jmx_exporter exports them.
                    return new ScalarSeries(owner, live(mapping), sample, labels, metric, mapping.factor(), false);
            }
        }

        /** The percentiles series is shared with the mean, so that a snapshot is taken only once per scrape. */
        private QuantileSeries percentiles(NameMapping mapping, byte[] sample) {
            percentiles = new QuantileSeries(
                    owner,
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
