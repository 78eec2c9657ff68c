package io.foreread.it.bench.compaction;

import io.foreread.it.fixture.NodeJmx;
import java.util.concurrent.locks.LockSupport;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/** Samples the direct memory of a node ten times per second. */
final class DirectMemoryUse implements AutoCloseable {
    private static final ObjectName POOL = NodeJmx.name("java.nio:type=BufferPool,name=direct");
    private static final long PAUSE_NANOS = 100_000_000;

    private final NodeJmx jmx;
    private final Runnable each;
    private final Thread thread = new Thread(this::sample, "foreread-direct-memory");
    private volatile boolean stopped;
    private volatile long maxBytes;
    private volatile @Nullable RuntimeException failure;

    /** @param each called after each sample */
    DirectMemoryUse(NodeJmx jmx, Runnable each) {
        this.jmx = jmx;
        this.each = each;
        thread.setDaemon(true);
        thread.start();
    }

    private void sample() {
        try {
            while (!stopped) {
                long bytes = jmx.getAttribute(POOL, "MemoryUsed");
                maxBytes = Math.max(maxBytes, bytes);
                each.run();
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** Stops sampling and returns the highest sample. */
    long maxBytes() {
        close();
        @Nullable RuntimeException failed = failure;
        if (failed != null) throw failed;
        return maxBytes;
    }

    @Override
    public void close() {
        stopped = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
