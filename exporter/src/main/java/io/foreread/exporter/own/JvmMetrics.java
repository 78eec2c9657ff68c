package io.foreread.exporter.own;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;

/** Exports garbage collection pauses with their causes, from notifications of this JVM. */
public final class JvmMetrics implements MeterBinder, AutoCloseable {
    private final JvmGcMetrics garbageCollection = new JvmGcMetrics();

    @Override
    public void bindTo(MeterRegistry registry) {
        garbageCollection.bindTo(registry);
    }

    @Override
    public void close() {
        garbageCollection.close();
    }
}
