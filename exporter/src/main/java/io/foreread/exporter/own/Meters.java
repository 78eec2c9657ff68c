package io.foreread.exporter.own;

import io.foreread.exporter.catalog.Metric;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.DoubleSupplier;

/** Binds a metric of the catalog to a value that is read by each scrape. */
final class Meters {
    private final MeterRegistry registry;

    Meters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** @param labelValues the label values, in the order of the metric's label names */
    void bind(Metric metric, DoubleSupplier value, String... labelValues) {
        Tags tags = Tags.empty();
        for (int i = 0; i < labelValues.length; i++)
            tags = tags.and(metric.labelNames().get(i), labelValues[i]);
        if (metric.type() == Metric.Type.COUNTER)
            // Micrometer references the object weakly and the function strongly. Here the object is a class, which is
            // never collected.
            FunctionCounter.builder(metric.name(), Meters.class, anchor -> value.getAsDouble())
                    .description(metric.help())
                    .tags(tags)
                    .register(registry);
        else
            Gauge.builder(metric.name(), value, DoubleSupplier::getAsDouble)
                    .description(metric.help())
                    .tags(tags)
                    .strongReference(true)
                    .register(registry);
    }
}
