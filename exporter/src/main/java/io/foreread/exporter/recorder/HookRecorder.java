package io.foreread.exporter.recorder;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** The state of every hook, and how often a probe failed. Thread-safe. */
public final class HookRecorder {
    private final ConcurrentSkipListMap<String, HookStatus> statuses = new ConcurrentSkipListMap<>();
    private final LongAdder probeFailures = new LongAdder();

    public void set(HookStatus status) {
        statuses.put(status.hook(), status);
    }

    /** By name of hook. */
    public List<HookStatus> statuses() {
        return new ArrayList<>(statuses.values());
    }

    /** An observing probe threw: suppressed for Cassandra's sake, so counted here. */
    public void probeFailed() {
        probeFailures.increment();
    }

    public long probeFailures() {
        return probeFailures.sum();
    }
}
