package io.foreread.exporter.own;

import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.recorder.InputRecorder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Exports what compactions of many sstables leave out. */
public final class InputMetrics implements MeterBinder {
    private final InputRecorder inputs;

    public InputMetrics(InputRecorder inputs) {
        this.inputs = inputs;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Meters meters = new Meters(registry);
        meters.bind(OwnMetrics.KEY_CACHE_LOOKUPS, inputs::lookupsMade, "made");
        meters.bind(OwnMetrics.KEY_CACHE_LOOKUPS, inputs::lookupsSkipped, "skipped");
        meters.bind(OwnMetrics.KEY_FILTER_BUILDS, inputs::filterBuilds);
        meters.bind(OwnMetrics.KEY_FILTER_BUILD_SECONDS, () -> inputs.filterBuildNanos() * 1e-9);
        meters.bind(OwnMetrics.KEY_FILTERS_LOST, inputs::filtersLost);
        meters.bind(OwnMetrics.KEY_FILTER_BYTES, inputs::filterBytes);
        meters.bind(OwnMetrics.EMPTY_INPUTS_SKIPPED, inputs::emptyInputsSkipped);
        meters.bind(OwnMetrics.SCANNER_SUMS, inputs::sumsMade, "made");
        meters.bind(OwnMetrics.SCANNER_SUMS, inputs::sumsReused, "reused");
    }
}
