package io.foreread.agent.readahead;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * How many threads may decompress ahead at once without taking cores from point reads. Thread-safe; looks at the machine
 * twice a second, on the thread that asks then.
 *
 * <p>One more whenever a quarter of the cores is idle, half as many whenever it is less than an eighth, and between the
 * two as many as before. What was too much is not tried again for a while, or many scans would take it in turns to take
 * all and nothing.
 */
final class SpareCores {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** What was idle while nobody asked says nothing about now. */
    private static final long STALE_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final long NOT_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** On two cores: a little less than the one beside a compaction. */
    private static final double LEAST_CORES_FOR_ONE_MORE = 0.75;

    /** On two cores: beside a compaction and a thread ahead of it, which has half of one to do. */
    private static final double LEAST_CORES_LEFT = 0.25;

    private static final SpareCores INSTANCE =
            new SpareCores(CpuTime.ofThisHost(), AheadThreads::busy, System::nanoTime);

    private final CpuTime cpuTime;
    private final IntSupplier busy;
    private final LongSupplier nanoTime;
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile long dueNanos;
    private volatile int limit;

    /** Of the last look, and of whoever is looking now. */
    private long lookNanos;

    private long hostIdleNanos;
    private long ownNanos;
    private long tooMuchNanos;

    /** @param busy how many work ahead now */
    SpareCores(CpuTime cpuTime, IntSupplier busy, LongSupplier nanoTime) {
        this.cpuTime = cpuTime;
        this.busy = busy;
        this.nanoTime = nanoTime;
        dueNanos = nanoTime.getAsLong();
        lookNanos = dueNanos - STALE_NANOS;
        tooMuchNanos = dueNanos - NOT_AGAIN_NANOS;
    }

    static SpareCores instance() {
        return INSTANCE;
    }

    /** Whether one more thread may decompress ahead. */
    boolean any() {
        if (nanoTime.getAsLong() - dueNanos >= 0 && looking.compareAndSet(false, true)) {
            try {
                look(nanoTime.getAsLong());
            } catch (IOException | RuntimeException | Error e) {
                // Nothing that a scan could not do without, and so nothing that it may fail of.
                limit = 0;
            } finally {
                looking.set(false);
            }
        }
        return busy.getAsInt() < limit;
    }

    private void look(long now) throws IOException {
        dueNanos = now + LOOK_NANOS;
        long hostIdle = cpuTime.hostIdleNanos();
        long own = cpuTime.ownNanos();
        double elapsed = now - lookNanos;
        // The host's for what others use, our own for what a container or an affinity leaves of the host.
        double idleCores = Math.min((hostIdle - hostIdleNanos) / elapsed, cpuTime.cores() - (own - ownNanos) / elapsed);
        lookNanos = now;
        hostIdleNanos = hostIdle;
        ownNanos = own;
        limit = elapsed >= STALE_NANOS || own < 0 ? 0 : limitFor(idleCores, cpuTime.cores());
    }

    private int limitFor(double idleCores, int cores) {
        if (idleCores < Math.max(LEAST_CORES_LEFT, cores / 8.0)) {
            if (limit > 0) tooMuchNanos = lookNanos;
            return limit / 2;
        }
        boolean oneMore = idleCores >= Math.max(LEAST_CORES_FOR_ONE_MORE, cores / 4.0)
                && limit < idleCores
                && lookNanos - tooMuchNanos >= NOT_AGAIN_NANOS;
        return oneMore ? limit + 1 : limit;
    }
}
