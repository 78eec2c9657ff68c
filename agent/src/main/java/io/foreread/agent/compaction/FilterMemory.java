package io.foreread.agent.compaction;

import io.foreread.exporter.recorder.InputRecorder;
import java.util.concurrent.atomic.AtomicLong;

/** Limits the heap memory of all filters together. Thread-safe. */
final class FilterMemory {
    static final long MAX_BYTES = 32L << 20;

    private final AtomicLong used = new AtomicLong();
    private final InputRecorder recorder;

    FilterMemory(InputRecorder recorder) {
        this.recorder = recorder;
    }

    /** @return false if the limit would be exceeded */
    boolean reserve(long bytes) {
        if (used.addAndGet(bytes) <= MAX_BYTES) {
            recorder.filterBytes(used.get());
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    void release(long bytes) {
        recorder.filterBytes(used.addAndGet(-bytes));
    }
}
