package io.foreread.agent.readahead;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Limits how many threads can compress or decompress ahead, so that point reads keep their cores. Thread-safe. It samples the
 * CPU twice a second, on a thread that calls at that moment.
 *
 * <p>Additive increase, multiplicative decrease, from the number of threads that used a spare core since the previous
 * sample: the limit becomes one more when at least 25 % of the cores are idle, half of it after two samples below 12.5 %,
 * and otherwise this number. For 10 seconds after it was halved the limit does not grow, so that it does not alternate
 * between high and low when many compactions run.
 *
 * <p>On two cores, a compaction and a thread that compresses leave no core idle. Therefore a single admitted thread keeps its core
 * as long as the idle cores, plus the CPU time of all threads that work ahead, are as much as
 * the admission of one thread needs. On two cores, clients that use more than a quarter of a core beside a compaction
 * take the core from it.
 *
 * <p>Several uses leave a core to the threads that compact. On two cores, compactions that compressed and decompressed ahead at
 * the same time were slower than those that only compressed.
 *
 * <p>A thread counts once, however many sstables it scans: it uses their batches one after the other. A thread that also
 * compresses ahead counts twice.
 *
 * <p>Compressing comes first, because it gained more in measurements on two cores: after a refused request to compress, no
 * further request to decompress is granted in this period and the next one. A thread that compressed in a period keeps its
 * core in the next period if it asks, even if others ask before it to decompress. If compressing was too much for the last
 * spare core, only decompressing, which needs less of it, is tried in the following 30 seconds.
 */
final class SpareCores {
    private static final long SAMPLE_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** An older sample is ignored. */
    private static final long STALE_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final long NOT_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** A single sample can be caused by the JIT compiler or a garbage collection. */
    private static final int BUSY_SAMPLES = 2;

    /**
     * The limit grows only if at least this many cores are idle. On two cores, this is a little less than the one core
     * that a compaction leaves idle.
     */
    private static final double MIN_CORES_FOR_ONE_MORE = 0.75;

    /**
     * The limit is reduced if fewer cores are idle. On two cores, this is about what remains beside a compaction and
     * its thread that decompresses ahead, which needs half a core.
     */
    private static final double MIN_CORES_LEFT = 0.25;

    private static final long NO_COMPRESSION_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final SpareCores INSTANCE = new SpareCores(CpuTime.ofThisHost(), System::nanoTime);

    private final CpuTime cpuTime;
    private final LongSupplier nanoTime;
    private final AtomicBoolean sampling = new AtomicBoolean();
    private volatile long dueNanos;
    private volatile int limit;
    /**
     * The uses that have got a spare core since the last sample: twice the id of the thread, plus one if it compresses. The next
     * sample empties this set.
     */
    private final AtomicReference<long[]> admitted = new AtomicReference<>(new long[0]);

    /** Whether a request to compress was refused since the last sample, and in the period before it. */
    private volatile boolean compressionWaits;

    private volatile boolean compressionHasWaited;

    /** The number of threads that compressed before the last sample. */
    private volatile int compressedBefore;

    /** When compressing was too much for the last spare core. */
    private volatile long compressionTooMuchNanos;

    /** Values of the last sample; only the sampling thread uses them. */
    private long sampledNanos;

    private long hostIdleNanos;
    private long ownNanos;
    private long aheadNanos;
    private long tooMuchNanos;
    private int busySamples;

    SpareCores(CpuTime cpuTime, LongSupplier nanoTime) {
        this.cpuTime = cpuTime;
        this.nanoTime = nanoTime;
        dueNanos = nanoTime.getAsLong();
        sampledNanos = dueNanos - STALE_NANOS;
        tooMuchNanos = dueNanos - NOT_AGAIN_NANOS;
        compressionTooMuchNanos = dueNanos - NO_COMPRESSION_NANOS;
    }

    static SpareCores instance() {
        return INSTANCE;
    }

    /** Returns whether there is a spare core to decompress for the calling thread. */
    boolean any() {
        return any(Thread.currentThread().getId());
    }

    boolean any(long thread) {
        sampleIfDue();
        if (compressionWaits || compressionHasWaited) return isAdmitted(2 * thread);
        return admits(2 * thread, compressedBefore);
    }

    /**
     * Returns whether there is a spare core to compress for the calling thread.
     *
     * @param always whether the thread compresses in either case. Then the request also counts in the 30 seconds in which
     *     compressing is not tried
     */
    boolean anyToCompress(boolean always) {
        return anyToCompress(Thread.currentThread().getId(), always);
    }

    boolean anyToCompress(long thread, boolean always) {
        sampleIfDue();
        if (!always && nanoTime.getAsLong() - compressionTooMuchNanos < NO_COMPRESSION_NANOS) return false;
        boolean admitted = admits(2 * thread + 1, 0);
        // Not after a race with another thread, which leaves a core to the next request.
        if (!admitted && admitted().length >= limit) compressionWaits = true;
        return admitted;
    }

    private void sampleIfDue() {
        if (due() && sampling.compareAndSet(false, true)) {
            try {
                // Unless another thread has sampled in between.
                if (due()) sample(nanoTime.getAsLong());
            } finally {
                sampling.set(false);
            }
        }
    }

    private boolean due() {
        return nanoTime.getAsLong() - dueNanos >= 0;
    }

    private long[] admitted() {
        return Objects.requireNonNull(admitted.get());
    }

    private boolean isAdmitted(long use) {
        for (long one : admitted()) if (one == use) return true;
        return false;
    }

    /** @param compressing the number of threads that are to compress. Cores remain for those that have not asked yet */
    private boolean admits(long use, int compressing) {
        if (isAdmitted(use)) return true;
        long[] before = admitted();
        if (before.length + Math.max(0, compressing - compressing(before)) >= limit) return false;
        long[] after = Arrays.copyOf(before, before.length + 1);
        after[before.length] = use;
        // If another thread has changed the set in between, this thread tries again at its next chunk.
        return admitted.compareAndSet(before, after);
    }

    private static int compressing(long[] uses) {
        int count = 0;
        for (long use : uses) if (use % 2 == 1) count++;
        return count;
    }

    private void sample(long now) {
        dueNanos = now + SAMPLE_PERIOD_NANOS;
        try {
            limit = limit(now);
        } catch (IOException | RuntimeException | Error e) {
            // A scan does not need spare cores, so a failure here must not fail the scan.
            limit = 0;
        }
        compressedBefore = compressing(admitted());
        admitted.set(new long[0]);
        compressionHasWaited = compressionWaits;
        compressionWaits = false;
    }

    private int limit(long now) throws IOException {
        long hostIdle = cpuTime.hostIdleNanos();
        long own = cpuTime.ownNanos();
        long ahead = cpuTime.aheadNanos();
        double cores = cpuTime.cores();
        double elapsed = now - sampledNanos;
        // The host's counters include the CPU use of other processes. The JVM's counters show how much of its own
        // limit, by a container or a CPU affinity, the JVM uses.
        double idleCores = Math.min((hostIdle - hostIdleNanos) / elapsed, cores - (own - ownNanos) / elapsed);
        double aheadCores = (ahead - aheadNanos) / elapsed;
        sampledNanos = now;
        hostIdleNanos = hostIdle;
        ownNanos = own;
        aheadNanos = ahead;
        return elapsed >= STALE_NANOS || own < 0 ? 0 : limit(idleCores, aheadCores, cores);
    }

    private int limit(double idleCores, double aheadCores, double cores) {
        int used = admitted().length;
        double coresForOneMore = Math.max(MIN_CORES_FOR_ONE_MORE, cores / 4.0);
        boolean keepsLast = used == 1 && idleCores + aheadCores >= coresForOneMore;
        if (idleCores < Math.max(MIN_CORES_LEFT, cores / 8.0) && !keepsLast) {
            if (used == 0 || ++busySamples < BUSY_SAMPLES) return used;
            busySamples = 0;
            tooMuchNanos = sampledNanos;
            if (used == 1 && compressing(admitted()) == 1) compressionTooMuchNanos = sampledNanos;
            return used / 2;
        }
        busySamples = 0;
        boolean oneMore = idleCores >= coresForOneMore
                && used < idleCores
                && (used == 0 || used + 1 < cores)
                && sampledNanos - tooMuchNanos >= NOT_AGAIN_NANOS;
        return oneMore ? used + 1 : used;
    }
}
