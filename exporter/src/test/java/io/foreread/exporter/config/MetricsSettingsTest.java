package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.catalog.CassandraCatalog;
import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.catalog.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MetricsSettingsTest {
    /** For each key, a value that is not its default, and a function that returns the part of the configuration that changes. */
    private static final Map<String, Effect> EFFECTS = new LinkedHashMap<>();

    static {
        effect("metrics.naming", "both", MetricsConfig::naming);
        effect("metrics.series-budget", "5", MetricsConfig::seriesBudget);
        for (Level level : Level.values()) {
            Row hidden = hidden(level);
            String prefix = "metrics." + level.word() + ".";
            effect(prefix + "include", hidden.family().name(), config -> config.exports(hidden));
            effect(prefix + "exclude", "some_family", config -> config.exports(level, "some_family"));
            effect(prefix + "distributions", "both", config -> config.distributions(level));
        }
        effect("metrics.keyspaces.include", "k*", config -> config.exportsKeyspace("other"));
        effect("metrics.keyspaces.exclude", "k3", config -> config.exportsKeyspace("k3"));
        effect("metrics.tables.include", "k1.*", config -> config.exportsTable("k2", "t"));
        effect("metrics.tables.exclude", "k1.t", config -> config.exportsTable("k1", "t"));
        effect("metrics.tables.top", "3", MetricsConfig::topTables);
        effect("metrics.tables.top-by", "disk-space", MetricsConfig::topBy);
        effect("metrics.peers.level", "peer", MetricsConfig::peerLevel);
        effect("metrics.peers.max", "2", config -> config.peerLevel(3));
        effect("metrics.refresh.slow", "5min", config -> config.period(Refresh.SLOW));
        effect("metrics.refresh.rare", "off", config -> config.period(Refresh.RARE));
    }

    private record Effect(String value, Function<MetricsConfig, Object> seen) {}

    private static void effect(String key, String value, Function<MetricsConfig, Object> seen) {
        EFFECTS.put(key, new Effect(value, seen));
    }

    private static Row hidden(Level level) {
        return CassandraCatalog.get().rows().stream()
                .filter(row -> row.group().level() == level && !row.byDefault() && row.refresh() == Refresh.LIVE)
                .findFirst()
                .orElseThrow();
    }

    static Stream<String> keys() {
        return MetricsSettings.LIST.all().stream().map(Setting::key);
    }

    @ParameterizedTest
    @MethodSource("keys")
    void everySettingHasItsEffect(String key) {
        assertThat(EFFECTS).as("add an effect for a new setting").containsKey(key);
        List<String> problems = new ArrayList<>();
        MetricsConfig changed = MetricsConfig.of(Map.of(key, EFFECTS.get(key).value()), problems);
        assertThat(problems).isEmpty();
        assertThat(EFFECTS.keySet())
                .filteredOn(other -> {
                    Function<MetricsConfig, Object> seen = EFFECTS.get(other).seen();
                    return !Objects.equals(seen.apply(changed), seen.apply(MetricsConfig.defaults()));
                })
                .containsExactly(key);
    }
}
