package io.foreread.exporter.config;

import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Refresh;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Declares the settings that select the exported metrics, {@code metrics.*}. All can change at run time. */
public final class MetricsSettings {
    public static final SettingList LIST = new SettingList("metrics.");

    private static final String NUMBER = "whole number from 0";
    private static final String PATTERNS = "list of names, with * for any characters";
    private static final String NONE = "[]";
    private static final String ALL = "[\"*\"]";
    private static final Duration MIN_PERIOD = Duration.ofSeconds(5);
    private static final Duration MAX_PERIOD = Duration.ofDays(30);

    static final Setting<Naming> NAMING = choice(
            "metrics.naming",
            Naming.NATIVE,
            Naming.values(),
            Naming::word,
            "Names of Cassandra's metrics: those of Foreread (`native`), those of jmx_exporter's Cassandra example"
                    + " (`jmx_exporter`) or, for a migration, the names of both (`both`).");

    static final Setting<Long> SERIES_BUDGET = LIST.declare(
            "metrics.series-budget",
            "200000",
            MetricsSettings::number,
            NUMBER,
            "Maximum number of series of Cassandra's metrics; `0` means no limit. If there are more, whole families"
                    + " are dropped, the least useful first, and `foreread_series_dropped` names them.");

    static final Map<Level, Setting<NamePatterns>> INCLUDE = new EnumMap<>(Level.class);
    static final Map<Level, Setting<NamePatterns>> EXCLUDE = new EnumMap<>(Level.class);
    static final Map<Level, Setting<Distributions>> DISTRIBUTIONS = new EnumMap<>(Level.class);

    static {
        for (Level level : Level.values()) {
            String prefix = "metrics." + level.word() + ".";
            INCLUDE.put(
                    level,
                    names(
                            prefix + "include",
                            NONE,
                            "Metric families of this level that are exported in addition to the default ones, which"
                                    + " docs/metrics.md lists. `\"*\"` means all families, `cassandra_index_*` all"
                                    + " families of indexes."));
            EXCLUDE.put(
                    level,
                    names(
                            prefix + "exclude",
                            NONE,
                            "Metric families of this level that are not exported, even if `include` names them."));
            DISTRIBUTIONS.put(
                    level,
                    choice(
                            prefix + "distributions",
                            level == Level.TABLE ? Distributions.TOTALS : Distributions.BUCKETS,
                            Distributions.values(),
                            Distributions::word,
                            "How a distribution is exported: not at all (`none`), as count and sum (`totals`), or as"
                                    + " count and sum with buckets (`buckets`), with Cassandra's quantiles"
                                    + " (`quantiles`), or with buckets and quantiles (`both`)."));
        }
    }

    static final Setting<NamePatterns> KEYSPACES =
            names("metrics.keyspaces.include", ALL, "Keyspaces whose own metrics and whose tables are exported.");

    static final Setting<NamePatterns> NOT_KEYSPACES = names(
            "metrics.keyspaces.exclude",
            NONE,
            "Keyspaces of which neither metrics nor tables are exported, even if `include` names them.");

    static final Setting<NamePatterns> TABLES =
            names("metrics.tables.include", ALL, "Tables that are exported, as `keyspace.table`.");

    static final Setting<NamePatterns> NOT_TABLES = names(
            "metrics.tables.exclude",
            NONE,
            "Tables that are not exported, as `keyspace.table`, even if `include` names them.");

    static final Setting<Integer> TOP = LIST.declare(
            "metrics.tables.top",
            "0",
            value -> (int) Math.min(number(value), Integer.MAX_VALUE),
            NUMBER,
            "Maximum number of exported tables, the largest ones by `metrics.tables.top-by`. `0` means all.");

    static final Setting<MetricsConfig.TopBy> TOP_BY = choice(
            "metrics.tables.top-by",
            MetricsConfig.TopBy.REQUESTS,
            MetricsConfig.TopBy.values(),
            MetricsConfig.TopBy::word,
            "Criterion by which `metrics.tables.top` ranks tables, the largest first.");

    static final Setting<MetricsConfig.PeerLevel> PEER_LEVEL = choice(
            "metrics.peers.level",
            MetricsConfig.PeerLevel.AUTO,
            MetricsConfig.PeerLevel.values(),
            MetricsConfig.PeerLevel::word,
            "How metrics about other nodes are exported: one series per peer (`peer`), sums over the peers of each"
                    + " datacenter (`datacenter`), not at all (`none`), or `peer` in clusters of up to `max` nodes and"
                    + " otherwise `datacenter` (`auto`).");

    static final Setting<Integer> MAX_PEERS = LIST.declare(
            "metrics.peers.max",
            "30",
            value -> (int) Math.min(number(value), Integer.MAX_VALUE),
            NUMBER,
            "Maximum number of nodes of a cluster in which `metrics.peers.level: auto` exports each peer.");

    static final Map<Refresh, Setting<Duration>> PERIODS = new EnumMap<>(Refresh.class);

    static {
        for (Refresh refresh : EnumSet.complementOf(EnumSet.of(Refresh.LIVE)))
            PERIODS.put(
                    refresh,
                    LIST.declare(
                            "metrics.refresh." + refresh.word(),
                            refresh == Refresh.SLOW ? "60s" : "1h",
                            MetricsSettings::period,
                            "5s to 30d, or off",
                            "How often a background thread reads values that need a "
                                    + (refresh == Refresh.SLOW
                                            ? "walk over sstables, and pending compactions, ownership, file systems,"
                                                    + " certificates, hint files and deadlocks."
                                            : "walk over the file system, such as snapshots, or a merge of sketches.")
                                    + " With `off` these values are not exported, and alerts on them never fire."));
    }

    private MetricsSettings() {}

    private static Setting<NamePatterns> names(String key, String defaultText, String help) {
        return LIST.declareList(key, defaultText, NamePatterns::of, PATTERNS, help);
    }

    private static <E> Setting<E> choice(String key, E byDefault, E[] values, Function<E, String> word, String help) {
        List<String> words = new ArrayList<>();
        for (E value : values) words.add(word.apply(value));
        String allowed = String.join(", ", words);
        return LIST.declare(
                key,
                word.apply(byDefault),
                text -> {
                    int index = words.indexOf(text.toLowerCase(Locale.ROOT));
                    if (index < 0) throw new IllegalArgumentException("allowed are " + allowed);
                    return values[index];
                },
                allowed,
                help);
    }

    static Setting<NamePatterns> include(Level level) {
        return Objects.requireNonNull(INCLUDE.get(level));
    }

    static Setting<NamePatterns> exclude(Level level) {
        return Objects.requireNonNull(EXCLUDE.get(level));
    }

    static Setting<Distributions> distributions(Level level) {
        return Objects.requireNonNull(DISTRIBUTIONS.get(level));
    }

    private static long number(String value) {
        if (!value.matches("\\d{1,10}"))
            throw new IllegalArgumentException("allowed are whole numbers from 0 to 9999999999");
        return Long.parseLong(value);
    }

    /** @return null if the value is {@code off}, which disables the metrics */
    private static @Nullable Duration period(String value) {
        String lower = value.toLowerCase(Locale.ROOT);
        if (lower.equals("off") || lower.equals("false")) return null;
        return Durations.parse(value, MIN_PERIOD, MAX_PERIOD, "5s to 30d, and off");
    }
}
