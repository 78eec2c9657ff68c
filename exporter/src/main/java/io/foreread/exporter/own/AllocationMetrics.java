package io.foreread.exporter.own;

import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.recorder.AllocationRecorder;
import io.foreread.exporter.recorder.ThreadClass;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Exports the heap bytes allocated by each {@link ThreadClass}, if the JVM counts them. */
public final class AllocationMetrics implements MeterBinder {
    private final AllocationRecorder allocations;

    public AllocationMetrics(AllocationRecorder allocations) {
        this.allocations = allocations;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        if (!allocations.supported()) return;
        Meters meters = new Meters(registry);
        for (ThreadClass threadClass : ThreadClass.values())
            meters.bind(OwnMetrics.ALLOCATED, () -> allocations.allocatedBytes(threadClass), threadClass.label());
    }
}
