package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.source.CurrentRing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Creates bridges that export the metrics of a registry. */
final class RegistryBridge {
    private RegistryBridge() {}

    /** @param settings valid settings */
    static Bridge of(MetricRegistry registry, Map<String, String> settings) {
        return of(registry, new CurrentRing(), settings);
    }

    /** @param settings valid settings */
    static Bridge of(MetricRegistry registry, CurrentRing ring, Map<String, String> settings) {
        List<String> problems = new ArrayList<>();
        Bridge bridge = new Bridge(MetricsConfig.of(settings, problems), ring);
        assertThat(problems).isEmpty();
        InProcessSource.follow(registry, bridge);
        return bridge;
    }

    /** Returns settings to which others can be added. */
    static Map<String, String> settings(String... keysAndValues) {
        Map<String, String> settings = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) settings.put(keysAndValues[i], keysAndValues[i + 1]);
        return settings;
    }
}
