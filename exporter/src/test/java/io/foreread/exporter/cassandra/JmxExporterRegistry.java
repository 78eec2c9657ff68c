package io.foreread.exporter.cassandra;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Reservoir;
import com.codahale.metrics.Timer;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A registry of Cassandra's metrics, and bridges that export them with the names of jmx_exporter. Not thread-safe. */
final class JmxExporterRegistry {
    private static final String PREFIX = "org.apache.cassandra.metrics.";

    private final MetricRegistry registry = new MetricRegistry();

    <M extends Metric> M register(String name, M metric) {
        return registry.register(PREFIX + name, metric);
    }

    void remove(String name) {
        registry.remove(PREFIX + name);
    }

    void removeAll() {
        for (String name : registry.getNames()) registry.remove(name);
    }

    Counter counter(String name) {
        return registry.counter(PREFIX + name);
    }

    Meter meter(String name) {
        return registry.meter(PREFIX + name);
    }

    /** Registers a timer with one value, a millisecond. */
    Timer timer(String name, Reservoir reservoir) {
        Timer timer = register(name, new Timer(reservoir));
        timer.update(1, TimeUnit.MILLISECONDS);
        return timer;
    }

    void gauge(String name, Object value) {
        register(name, (Gauge<Object>) () -> value);
    }

    ScrapedText scraped() {
        return ScrapedText.by(bridge());
    }

    /** Returns a bridge with valid settings in addition to {@code metrics.naming}. */
    Bridge bridge(String... keysAndValues) {
        Map<String, String> settings = RegistryBridge.settings(keysAndValues);
        settings.putIfAbsent("metrics.naming", "jmx_exporter");
        return RegistryBridge.of(registry, settings);
    }
}
