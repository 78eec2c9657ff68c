package io.foreread.exporter;

import io.foreread.exporter.source.BackgroundRead;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs background reads one after another. If a read does not return, another thread continues with the next one. The
 * blocked thread is not interrupted, because an interrupt can close files of Cassandra. It ends when its read returns,
 * and the same value is not read again before that. Thread-safe.
 */
final class ReadLane {
    private static final Logger logger = LoggerFactory.getLogger(ReadLane.class);

    /** If a read takes longer than this, the lane continues with the next read on another thread. */
    static final Duration STALLED_AFTER = Duration.ofSeconds(30);
    /** The maximum number of stalled reads. At this number, the lane starts no read until one of them returns. */
    static final int MAX_STALLED = 4;

    private final Executor threads;
    private final LongSupplier nanoTime;
    /** Guarded by this, as are the following fields. */
    private final Queue<BackgroundRead> queue = new ArrayDeque<>();
    /** The reads that are queued or running. */
    private final Set<BackgroundRead> pending = new HashSet<>();

    private @Nullable Worker active;
    private int stalled;

    /** @param threads runs up to {@link #MAX_STALLED} + 1 tasks at a time, each on its own thread */
    ReadLane(Executor threads, LongSupplier nanoTime) {
        this.threads = threads;
        this.nanoTime = nanoTime;
    }

    /** Queues those of the given reads that are not queued or running. Does not block. */
    synchronized void add(Collection<? extends BackgroundRead> reads) {
        for (BackgroundRead read : reads) if (pending.add(read)) queue.add(read);
        start();
    }

    /** Discards the reads that have not begun. */
    synchronized void clear() {
        pending.removeAll(queue);
        queue.clear();
    }

    /** If the current read takes too long, continues with the next read on another thread. Called every few seconds. */
    synchronized void tick() {
        Worker worker = active;
        if (worker != null && nanoTime.getAsLong() - worker.begunNanos >= STALLED_AFTER.toNanos()) {
            worker.isStalled = true;
            stalled++;
            active = null;
            logger.debug("{} has not returned, continuing with another thread", worker.current);
        }
        start();
    }

    private void start() {
        if (active != null || queue.isEmpty() || stalled >= MAX_STALLED) return;
        Worker worker = new Worker(nanoTime.getAsLong());
        active = worker;
        try {
            threads.execute(worker);
        } catch (RejectedExecutionException e) {
            // The node is shutting down.
            active = null;
        } catch (Error e) {
            // Such as an OutOfMemoryError because the process has too many threads. The next tick tries again.
            active = null;
            logger.warn("A background read cannot start. It is tried again", e);
        }
    }

    /** @return the next read of a worker, or null if it has to end */
    private synchronized @Nullable BackgroundRead next(Worker worker, @Nullable BackgroundRead finished) {
        if (finished != null) pending.remove(finished);
        if (worker.isStalled) {
            stalled--;
            start();
            return null;
        }
        BackgroundRead next = queue.poll();
        worker.current = next;
        worker.begunNanos = nanoTime.getAsLong();
        if (next == null) active = null;
        return next;
    }

    private final class Worker implements Runnable {
        /** Guarded by the lane, as are the following fields. */
        private long begunNanos;

        private @Nullable BackgroundRead current;
        private boolean isStalled;

        Worker(long begunNanos) {
            this.begunNanos = begunNanos;
        }

        @Override
        public void run() {
            BackgroundRead read = next(this, null);
            while (read != null) {
                try {
                    read.read();
                } catch (RuntimeException | Error e) {
                    // The lane would wait for a read that ends its thread.
                    logger.debug("background read failed", e);
                }
                read = next(this, read);
            }
        }
    }
}
