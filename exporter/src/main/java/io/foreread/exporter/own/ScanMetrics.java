package io.foreread.exporter.own;

import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.recorder.ReadAheadState;
import io.foreread.exporter.recorder.ScanRecorder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Exports the work and the memory of read-ahead. */
public final class ScanMetrics implements MeterBinder {
    private final ScanRecorder scans;
    private final ReadAheadState state;

    public ScanMetrics(ScanRecorder scans, ReadAheadState state) {
        this.scans = scans;
        this.state = state;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Meters meters = new Meters(registry);
        for (ScanRecorder.Reader reader : ScanRecorder.Reader.values())
            for (ScanRecorder.Pattern pattern : ScanRecorder.Pattern.values())
                meters.bind(OwnMetrics.SCANS, () -> scans.scans(reader, pattern), reader.label(), pattern.label());
        for (ScanRecorder.Reason reason : ScanRecorder.Reason.values())
            meters.bind(OwnMetrics.FALLBACKS, () -> scans.fallbacks(reason), reason.label());
        meters.bind(OwnMetrics.SCANS_RESUMED, scans::resumedScans);
        meters.bind(OwnMetrics.AHEAD_REFUSED, scans::refusedAhead);
        meters.bind(OwnMetrics.FILLS, scans::fills);
        meters.bind(OwnMetrics.FILL_BYTES, scans::fillBytes);
        meters.bind(OwnMetrics.FILL_BYTES_DIRECT, scans::directFillBytes);
        meters.bind(OwnMetrics.FILL_SECONDS, () -> scans.fillNanos() * 1e-9);
        meters.bind(OwnMetrics.CHUNKS_SERVED, scans::chunksServed);
        meters.bind(OwnMetrics.CHUNKS_AHEAD, scans::chunksAhead);
        meters.bind(OwnMetrics.CHUNKS_STRADDLING, scans::chunksStraddling);
        meters.bind(OwnMetrics.BUFFERS_IN_USE, state::buffersInUse);
        meters.bind(OwnMetrics.BUFFER_BYTES_IN_USE, state::bytesInUse);
        meters.bind(OwnMetrics.BUFFER_BYTES_IDLE, state::idleBytes);
        meters.bind(OwnMetrics.BUFFER_BUDGET, state::budgetBytes);
        meters.bind(OwnMetrics.BLOCK_SIZE, state::blockBytes);
        meters.bind(OwnMetrics.READ_AHEAD_ENABLED, () -> state.enabled() ? 1 : 0);
    }
}
