package io.foreread.exporter.http;

import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.config.FileReload;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Exports for each watched file whether its last change was applied, and when, in metrics like those of Prometheus
 * about its own configuration. Thread-safe.
 */
final class ConfigReloads implements MetricSource {
    /** The reloads by the value of the label {@code file}. */
    private final Map<String, FileReload> reloads = new ConcurrentSkipListMap<>();

    void add(String file, FileReload reload) {
        reloads.put(file, reload);
    }

    @Override
    public String name() {
        return "config";
    }

    @Override
    public void collect(MetricSink sink) {
        reloads.forEach((file, reload) -> {
            sink.sample(OwnMetrics.CONFIG_RELOAD_SUCCESSFUL, reload.successful() ? 1 : 0, file);
            sink.sample(OwnMetrics.CONFIG_RELOAD_TIME, reload.lastSuccessSeconds(), file);
        });
    }
}
