package io.foreread.exporter.own;

import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.recorder.HookRecorder;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;

/** Exports the state of the hooks. It is a source and not a binder, because the labels state and reason change. */
public final class HookMetrics implements MetricSource {
    private final HookRecorder hooks;

    public HookMetrics(HookRecorder hooks) {
        this.hooks = hooks;
    }

    @Override
    public String name() {
        return "hooks";
    }

    @Override
    public void collect(MetricSink sink) {
        for (HookStatus status : hooks.statuses())
            sink.sample(OwnMetrics.HOOK_STATUS, 1, status.hook(), status.state().label(), status.reason());
        sink.sample(OwnMetrics.PROBE_FAILURES, hooks.probeFailures());
    }
}
