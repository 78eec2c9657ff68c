package io.foreread.exporter.recorder;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** Records the state of each hook and the number of probe failures. Thread-safe. */
public final class HookRecorder {
    private final ConcurrentSkipListMap<String, HookStatus> statuses = new ConcurrentSkipListMap<>();
    private final LongAdder probeFailures = new LongAdder();

    public void set(HookStatus status) {
        statuses.put(status.hook(), status);
    }

    /** Returns the states of all hooks, sorted by the name of the hook. */
    public List<HookStatus> statuses() {
        return new ArrayList<>(statuses.values());
    }

    /** Counts an exception of a probe, which is suppressed so that it never reaches Cassandra. */
    public void probeFailed() {
        probeFailures.increment();
    }

    public long probeFailures() {
        return probeFailures.sum();
    }
}
