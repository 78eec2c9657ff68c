package io.foreread.exporter.config;

import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.catalog.Row;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides which of Cassandra's metrics are exported and how, by the values of {@link MetricsSettings}. Immutable. */
public final class MetricsConfig {
    private final SettingValues values;

    /** What a table is ranked by. */
    public enum TopBy {
        REQUESTS,
        DISK_SPACE;

        /** As configuration has it. */
        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private MetricsConfig(SettingValues values) {
        this.values = values;
    }

    /** All defaults. */
    public static MetricsConfig defaults() {
        return new MetricsConfig(MetricsSettings.LIST.defaults());
    }

    /**
     * @param settings key to value; other keys are ignored
     * @param problems gets one line per mistake: the key, the value, what is allowed
     */
    public static MetricsConfig of(Map<String, String> settings, List<String> problems) {
        SettingList list = MetricsSettings.LIST;
        return new MetricsConfig(list.read(settings, SettingProblems.ignored(problems, list.keys())));
    }

    public Naming naming() {
        return values.get(MetricsSettings.NAMING);
    }

    /** 0 means no limit. */
    public long seriesBudget() {
        return values.get(MetricsSettings.SERIES_BUDGET);
    }

    /** 0 means all. */
    public int topTables() {
        return values.get(MetricsSettings.TOP);
    }

    public TopBy topBy() {
        return values.get(MetricsSettings.TOP_BY);
    }

    /** @return null if numbers of that class are not to be asked for, or are live */
    public @Nullable Duration period(Refresh refresh) {
        Setting<Duration> setting = MetricsSettings.PERIODS.get(refresh);
        return setting == null ? null : values.find(setting);
    }

    public Distributions distributions(Level level) {
        return values.get(MetricsSettings.distributions(level));
    }

    /** Whether the family of a row is exported at all. */
    public boolean exports(Row row) {
        if (row.refresh() != Refresh.LIVE && period(row.refresh()) == null) return false;
        Level level = row.group().level();
        if (row.family().type() == Metric.Type.HISTOGRAM && distributions(level) == Distributions.NONE) return false;
        return exports(level, row.family().name(), row.byDefault());
    }

    /** Whether a name of another dialect is exported; all of them are, unless excluded. */
    public boolean exports(Level level, String family) {
        return exports(level, family, true);
    }

    private boolean exports(Level level, String family, boolean byDefault) {
        boolean included =
                byDefault || values.get(MetricsSettings.include(level)).matches(family);
        return included && !values.get(MetricsSettings.exclude(level)).matches(family);
    }

    public boolean exportsKeyspace(String keyspace) {
        return values.get(MetricsSettings.KEYSPACES).matches(keyspace)
                && !values.get(MetricsSettings.NOT_KEYSPACES).matches(keyspace);
    }

    public boolean exportsTable(String keyspace, String table) {
        String name = keyspace + '.' + table;
        return exportsKeyspace(keyspace)
                && values.get(MetricsSettings.TABLES).matches(name)
                && !values.get(MetricsSettings.NOT_TABLES).matches(name);
    }
}
