package io.foreread.exporter.config;

import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.catalog.Row;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds the selection of exported metrics: the values of {@link MetricsSettings}. Immutable. */
public final class MetricsConfig {
    private final SettingValues values;
    private final Map<String, GivenValue> given;

    /** The criterion by which {@code metrics.tables.top} ranks tables. */
    public enum TopBy {
        REQUESTS,
        DISK_SPACE;

        /** Returns the name of this constant in the settings. */
        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** How metrics about other nodes are exported. */
    public enum PeerLevel {
        /**
         * {@link #PEER} in a cluster of up to {@code metrics.peers.max} nodes, {@link #DATACENTER} in a larger cluster.
         */
        AUTO,
        PEER,
        DATACENTER,
        NONE;

        /** Returns the name of this constant in the settings. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private MetricsConfig(SettingValues values, Map<String, GivenValue> given) {
        this.values = values;
        this.given = given;
    }

    /** Returns the default values of the settings. */
    public static MetricsConfig defaults() {
        return new MetricsConfig(MetricsSettings.LIST.defaults(), Collections.emptyMap());
    }

    /**
     * @param settings the settings to read; keys that do not begin with {@code metrics.} are ignored
     * @param problems receives one line per problem: the key, the value, the allowed values
     */
    public static MetricsConfig of(GivenSettings settings, List<String> problems) {
        SettingList list = MetricsSettings.LIST;
        SettingValues values = list.read(settings, new SettingProblems(problems, list.keys()));
        return new MetricsConfig(values, settings.ownedBy(list, true).set());
    }

    /** Reads settings that do not come from a file, so that the problems contain no line and column. */
    public static MetricsConfig of(Map<String, String> settings, List<String> problems) {
        return of(GivenSettings.of(settings), problems);
    }

    /** Whether the same settings were given with the same values, wherever they are in the file. */
    boolean hasSameSettings(MetricsConfig other) {
        return given.equals(other.given);
    }

    public Naming naming() {
        return values.get(MetricsSettings.NAMING);
    }

    /** The maximum number of series; 0 means no limit. */
    public long seriesBudget() {
        return values.get(MetricsSettings.SERIES_BUDGET);
    }

    /** The maximum number of exported tables; 0 means all. */
    public int topTables() {
        return values.get(MetricsSettings.TOP);
    }

    public TopBy topBy() {
        return values.get(MetricsSettings.TOP_BY);
    }

    public PeerLevel peerLevel() {
        return values.get(MetricsSettings.PEER_LEVEL);
    }

    /** Returns the level that applies to a cluster with this number of nodes, never {@link PeerLevel#AUTO}. */
    public PeerLevel peerLevel(int nodes) {
        PeerLevel level = peerLevel();
        if (level != PeerLevel.AUTO) return level;
        return nodes <= values.get(MetricsSettings.MAX_PEERS) ? PeerLevel.PEER : PeerLevel.DATACENTER;
    }

    /**
     * @return how often metrics of the refresh class are read; null if they are not exported, or if the class is
     *     {@link Refresh#LIVE}
     */
    public @Nullable Duration period(Refresh refresh) {
        Setting<Duration> setting = MetricsSettings.PERIODS.get(refresh);
        return setting == null ? null : values.find(setting);
    }

    public Distributions distributions(Level level) {
        return values.get(MetricsSettings.distributions(level));
    }

    /** Whether the family of a row is exported. */
    public boolean exports(Row row) {
        if (row.refresh() != Refresh.LIVE && period(row.refresh()) == null) return false;
        Level level = row.group().level();
        if (row.family().type() == Metric.Type.HISTOGRAM && distributions(level) == Distributions.NONE) return false;
        return exports(level, row.family().name(), row.byDefault());
    }

    /**
     * Whether a default family is exported, which means that {@code exclude} does not name it. The families of the JVM,
     * of the node's state and with names of jmx_exporter are default families.
     */
    public boolean exports(Level level, String family) {
        return exports(level, family, true);
    }

    /**
     * Whether a family that is not a default family is exported, because {@code include} names it and {@code exclude}
     * does not.
     */
    public boolean exportsIfIncluded(Level level, String family) {
        return exports(level, family, false);
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
