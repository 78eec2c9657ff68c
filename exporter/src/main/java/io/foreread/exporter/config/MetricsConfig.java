package io.foreread.exporter.config;

import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.catalog.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which of Cassandra's metrics are told and how: every key, its default and its documentation. Immutable. All of them
 * may change while the exporter runs. A wrong key or value is one problem, and the default is used.
 */
public final class MetricsConfig {
    /** What all keys begin with. */
    public static final String PREFIX = "metrics.";

    /** {@code metrics.naming}: {@code native}, {@code jmx_exporter} or {@code both}. Default native. */
    public static final String NAMING = "metrics.naming";

    /**
     * {@code metrics.series-budget}: most series told of Cassandra's metrics; over it the least useful families are
     * dropped whole and counted in {@code foreread_series_dropped}. 0 means no limit. Default 200000.
     */
    public static final String SERIES_BUDGET = "metrics.series-budget";

    /**
     * {@code metrics.<level>.include} and {@code .exclude}, level being node, keyspace or table: families told beside
     * the default ones, and families not told; names and {@code *}. Exclude wins. Default none.
     */
    public static final String INCLUDE = "include";

    public static final String EXCLUDE = "exclude";

    /**
     * {@code metrics.<level>.distributions}: {@code buckets}, {@code quantiles}, {@code both}, {@code totals} or
     * {@code none}. Default buckets for node and keyspace, totals for table.
     */
    public static final String DISTRIBUTIONS = "distributions";

    /**
     * {@code metrics.keyspaces.include} and {@code .exclude}: keyspaces whose own metrics and whose tables are told.
     * Default all.
     */
    public static final String KEYSPACES = "metrics.keyspaces.";

    /** {@code metrics.tables.include} and {@code .exclude}: tables told, as {@code keyspace.table}. Default all. */
    public static final String TABLES = "metrics.tables.";

    /** {@code metrics.tables.top}: tell only so many tables, those with most of {@code top-by}. 0 means all. Default 0. */
    public static final String TOP = "metrics.tables.top";

    /** {@code metrics.tables.top-by}: {@code requests} or {@code disk-space}. Default requests. */
    public static final String TOP_BY = "metrics.tables.top-by";

    /**
     * {@code metrics.refresh.slow} and {@code .rare}: how often, in the background, numbers are asked for that walk
     * sstables or the file system; as 60s, 10min or 1h, or {@code off}, which leaves them out. Default 60s and 1h.
     */
    public static final String REFRESH = "metrics.refresh.";

    private static final List<String> KEYS = Collections.unmodifiableList(Arrays.asList(
            NAMING,
            SERIES_BUDGET,
            "metrics.<node|keyspace|table>.<include|exclude|distributions>",
            "metrics.<keyspaces|tables>.<include|exclude>",
            TOP,
            TOP_BY,
            "metrics.refresh.<slow|rare>"));
    private static final NamePatterns ALL = NamePatterns.of("*");
    private static final NamePatterns NO = NamePatterns.of("");

    /** What a table is ranked by. */
    public enum TopBy {
        REQUESTS,
        DISK_SPACE
    }

    private final Map<Level, LevelConfig> levels = new EnumMap<>(Level.class);
    private final Map<Refresh, Duration> periods = new EnumMap<>(Refresh.class);
    private Naming naming = Naming.NATIVE;
    private long seriesBudget = 200_000;
    private NamePatterns keyspaces = ALL;
    private NamePatterns notKeyspaces = NO;
    private NamePatterns tables = ALL;
    private NamePatterns notTables = NO;
    private int top;
    private TopBy topBy = TopBy.REQUESTS;

    private MetricsConfig() {
        for (Level level : Level.values()) levels.put(level, new LevelConfig(level));
        periods.put(Refresh.SLOW, Duration.ofSeconds(60));
        periods.put(Refresh.RARE, Duration.ofHours(1));
    }

    /** All defaults. */
    public static MetricsConfig defaults() {
        return new MetricsConfig();
    }

    public static boolean isKey(String key) {
        return key.startsWith(PREFIX);
    }

    /**
     * @param settings key to value; keys that are none of ours are left to others
     * @param problems gets one line per mistake: the key, the value, what is allowed
     */
    public static MetricsConfig of(Map<String, String> settings, List<String> problems) {
        MetricsConfig config = new MetricsConfig();
        settings.forEach((key, value) -> {
            if (!isKey(key)) return;
            try {
                config.set(key, value.trim());
            } catch (UnknownKeyException e) {
                problems.add("unknown key '" + key + "' (value '" + value + "') is ignored; allowed are "
                        + String.join(", ", KEYS));
            } catch (IllegalArgumentException e) {
                problems.add(key + ": '" + value + "' is not allowed; " + e.getMessage() + "; the default is used");
            }
        });
        return config;
    }

    private void set(String key, String value) {
        if (key.equals(NAMING)) naming = oneOf(Naming.class, value);
        else if (key.equals(SERIES_BUDGET)) seriesBudget = number(value);
        else if (key.equals(TOP)) top = (int) Math.min(number(value), Integer.MAX_VALUE);
        else if (key.equals(TOP_BY)) topBy = oneOf(TopBy.class, value);
        else if (key.equals(KEYSPACES + INCLUDE)) keyspaces = NamePatterns.of(value);
        else if (key.equals(KEYSPACES + EXCLUDE)) notKeyspaces = NamePatterns.of(value);
        else if (key.equals(TABLES + INCLUDE)) tables = NamePatterns.of(value);
        else if (key.equals(TABLES + EXCLUDE)) notTables = NamePatterns.of(value);
        else if (key.startsWith(REFRESH)) setPeriod(key.substring(REFRESH.length()), value);
        else setLevel(key.substring(PREFIX.length()), value);
    }

    private void setPeriod(String name, String value) {
        for (Refresh refresh : periods.keySet()) {
            if (!refresh.word().equals(name)) continue;
            periods.put(refresh, period(value));
            return;
        }
        throw new UnknownKeyException();
    }

    private void setLevel(String rest, String value) {
        int dot = rest.indexOf('.');
        for (Level level : levels.keySet()) {
            if (dot < 0 || !level.word().equals(rest.substring(0, dot))) continue;
            level(level).set(rest.substring(dot + 1), value);
            return;
        }
        throw new UnknownKeyException();
    }

    private static <E extends Enum<E>> E oneOf(Class<E> type, String value) {
        List<String> words = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            String word = word(type, constant);
            if (word.equals(value.toLowerCase(Locale.ROOT))) return constant;
            words.add(word);
        }
        throw new IllegalArgumentException("allowed are " + String.join(", ", words));
    }

    private static String word(Class<?> type, Enum<?> constant) {
        String word = constant.name().toLowerCase(Locale.ROOT);
        return type == TopBy.class ? word.replace('_', '-') : word;
    }

    private static long number(String value) {
        if (!value.matches("\\d{1,10}")) throw new IllegalArgumentException("allowed are 0 and whole numbers");
        return Long.parseLong(value);
    }

    /** @return null for off */
    private static @Nullable Duration period(String value) {
        String lower = value.toLowerCase(Locale.ROOT);
        if (lower.equals("off") || lower.equals("false")) return null;
        Duration period = Periods.parse(value);
        String allowed = "allowed are 5s and more, as 60s, 10min or 1h, and off";
        if (period == null || period.compareTo(Duration.ofSeconds(5)) < 0) throw new IllegalArgumentException(allowed);
        return period;
    }

    public Naming naming() {
        return naming;
    }

    /** 0 means no limit. */
    public long seriesBudget() {
        return seriesBudget;
    }

    /** 0 means all. */
    public int topTables() {
        return top;
    }

    public TopBy topBy() {
        return topBy;
    }

    /** @return null if numbers of that class are not to be asked for, or are live */
    public @Nullable Duration period(Refresh refresh) {
        return periods.get(refresh);
    }

    private LevelConfig level(Level level) {
        return Objects.requireNonNull(levels.get(level));
    }

    public Distributions distributions(Level level) {
        return level(level).distributions;
    }

    /** Whether the family of a row is told at all. */
    public boolean tells(Row row) {
        if (row.refresh() != Refresh.LIVE && period(row.refresh()) == null) return false;
        Level level = row.group().level();
        if (row.family().type() == Metric.Type.HISTOGRAM && distributions(level) == Distributions.NONE) return false;
        return level(level).tells(row.family().name(), row.byDefault());
    }

    /** Whether a name of another dialect is told; there all are, unless excluded. */
    public boolean tells(Level level, String family) {
        return level(level).tells(family, true);
    }

    public boolean tellsKeyspace(String keyspace) {
        return keyspaces.matches(keyspace) && !notKeyspaces.matches(keyspace);
    }

    public boolean tellsTable(String keyspace, String table) {
        String name = keyspace + '.' + table;
        return tellsKeyspace(keyspace) && tables.matches(name) && !notTables.matches(name);
    }

    private static final class UnknownKeyException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;
    }

    /** The keys of one level. */
    private static final class LevelConfig {
        NamePatterns include = NO;
        NamePatterns exclude = NO;
        Distributions distributions;

        LevelConfig(Level level) {
            distributions = level == Level.TABLE ? Distributions.TOTALS : Distributions.BUCKETS;
        }

        void set(String key, String value) {
            switch (key) {
                case INCLUDE:
                    include = NamePatterns.of(value);
                    break;
                case EXCLUDE:
                    exclude = NamePatterns.of(value);
                    break;
                case DISTRIBUTIONS:
                    distributions = oneOf(Distributions.class, value);
                    break;
                default:
                    throw new UnknownKeyException();
            }
        }

        boolean tells(String family, boolean byDefault) {
            return (byDefault || include.matches(family)) && !exclude.matches(family);
        }
    }
}
