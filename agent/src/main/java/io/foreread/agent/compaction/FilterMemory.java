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
        long before;
        do {
            before = used.get();
            if (before + bytes > MAX_BYTES) return false;
        } while (!used.compareAndSet(before, before + bytes));
        recorder.filterBytesChanged(bytes);
        return true;
    }

    void release(long bytes) {
        if (bytes == 0) return;
        used.addAndGet(-bytes);
        recorder.filterBytesChanged(-bytes);
    }
}
