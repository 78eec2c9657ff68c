package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.Row;
import io.foreread.exporter.config.Distributions;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.text.Labels;
import io.foreread.exporter.text.TextFamily;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The exported families of the catalog, in catalog order. Thread-safe once all rows have been declared. */
final class Families {
    private final MetricsConfig config;
    private final Map<String, Native> natives = new LinkedHashMap<>();
    private final BucketLayouts layouts = new BucketLayouts();

    Families(MetricsConfig config) {
        this.config = config;
    }

    boolean exports(Row row) {
        return config.naming().usesNativeNames() && config.exports(row);
    }

    void declare(Row row) {
        natives.computeIfAbsent(
                row.family().name(),
                name -> new Native(row, config.distributions(row.group().level()), layouts));
    }

    /**
     * @param replaced receives each series that is replaced by a new series with the same name and labels
     * @return the new series, already added to their families
     */
    Collection<Series> bind(SeriesSeed seed, String[] labels, Consumer<Series> replaced) {
        return of(seed.row).bind(seed, labels, replaced);
    }

    /** @return the series removed from their families */
    Collection<Series> unbind(Row row, String[] labels) {
        return of(row).unbind(null, labels);
    }

    /** @return the series of a sum, removed from their families */
    Collection<Series> unbind(Row row, PeerSum sum, String[] labels) {
        return of(row).unbind(sum, labels);
    }

    /** @param row a declared row */
    private Native of(Row row) {
        String name = row.family().name();
        return Objects.requireNonNull(natives.get(name), name);
    }

    List<Family> all() {
        return natives.values().stream().flatMap(Native::families).collect(Collectors.toList());
    }

    /** Sample names of all families, with or without series. */
    Set<String> sampleNames() {
        return natives.values().stream().flatMap(Native::sampleNames).collect(Collectors.toSet());
    }

    /** The exported form of one metric of the catalog: one family, or two if percentiles are exported as well. */
    private static final class Native {
        private final Metric metric;
        /** Null if a distribution is exported as percentiles only. */
        private final @Nullable Family main;
        /** Null if no percentiles are exported. */
        private final @Nullable Family quantiles;

        private final boolean withBuckets;
        private final byte @Nullable [] mainName;
        private final byte @Nullable [] quantileName;
        private final DistributionSeries.@Nullable Names names;

        Native(Row row, Distributions distributions, BucketLayouts layouts) {
            metric = row.family();
            String group = row.group().name();
            boolean distribution = metric.type() == Metric.Type.HISTOGRAM;
            boolean percentiles = metric.type() == Metric.Type.QUANTILES;
            withBuckets = distribution && distributions.buckets();
            String level = row.isPerPeer() ? "peer" : row.group().level().word();
            main = percentiles ? null : new Family(new TextFamily(metric.name(), type(), help()), group, level);
            quantiles = percentiles || (distribution && distributions.quantiles())
                    ? new Family(
                            new TextFamily(percentiles ? metric.name() : quantileName(metric), "gauge", metric.help()),
                            group,
                            level)
                    : null;
            mainName = main == null ? null : main.sampleName("");
            quantileName = quantiles == null ? null : quantiles.sampleName("");
            names = main == null || !distribution
                    ? null
                    : new DistributionSeries.Names(
                            main.sampleName("_bucket"),
                            main.sampleName("_count"),
                            main.sampleName("_sum"),
                            metric.unit(),
                            layouts);
        }

        private String help() {
            return withBuckets ? BucketLayout.help(metric.help()) : metric.help();
        }

        private String type() {
            if (metric.type() == Metric.Type.HISTOGRAM) return withBuckets ? "histogram" : "summary";
            return metric.type().name().toLowerCase(Locale.ROOT);
        }

        /** Keeps the unit at the end: {@code x_quantile_seconds}. */
        private static String quantileName(Metric metric) {
            String unit = metric.unit().word();
            if (unit.isEmpty()) return metric.name() + "_quantile";
            return metric.name().substring(0, metric.name().length() - unit.length()) + "quantile_" + unit;
        }

        Collection<Series> bind(SeriesSeed seed, String[] labelValues, Consumer<Series> replaced) {
            String key = key(seed.metric, labelValues);
            Metric form = seed.metric instanceof PeerSum ? metric.byDatacenter() : metric;
            byte[] labels = Labels.text(form.labelNames(), labelValues);
            List<Series> made = new ArrayList<>(2);
            if (main != null && mainName != null) {
                Series series = names != null
                        ? new DistributionSeries(
                                seed.owner, names, labels, seed.metric, seed.sum, seed.row.scale(), withBuckets)
                        : new ScalarSeries(
                                seed.owner, seed.live(), mainName, labels, seed.metric, seed.row.scale(), true);
                add(main, key, series, replaced);
                made.add(series);
            }
            // Quantiles of peers cannot be added up.
            if (quantiles != null && quantileName != null && form == metric) {
                Series series = new QuantileSeries(
                        seed.owner,
                        seed.live(),
                        quantileName,
                        labels,
                        seed.metric,
                        seed.row.scale(),
                        1,
                        QuantileSeries.Selection.NATIVE);
                add(quantiles, key, series, replaced);
                made.add(series);
            }
            return made;
        }

        private static void add(Family family, String key, Series series, Consumer<Series> replaced) {
            Series before = family.add(key, series);
            if (before != null) replaced.accept(before);
        }

        /** Returns the key of a series. The keys of a datacenter's sum and of a peer differ even if their labels are equal. */
        private static String key(@Nullable NodeMetric bound, String[] labelValues) {
            String key = String.join("\0", labelValues);
            return bound instanceof PeerSum ? "\0" + key : key;
        }

        Collection<Series> unbind(@Nullable NodeMetric bound, String[] labelValues) {
            String key = key(bound, labelValues);
            return families()
                    .map(family -> family.remove(key))
                    .filter(Objects::nonNull)
                    .collect(Collectors.toList());
        }

        Stream<String> sampleNames() {
            Stream<String> own = families().map(Family::name);
            if (names == null) return own;
            return Stream.concat(own, Stream.of("_bucket", "_count", "_sum").map(suffix -> metric.name() + suffix));
        }

        Stream<Family> families() {
            return Stream.of(main, quantiles).filter(Objects::nonNull);
        }
    }
}
