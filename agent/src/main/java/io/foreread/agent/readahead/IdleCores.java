package io.foreread.agent.readahead;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Whether the machine, or the container, has cores that nobody uses. Thread-safe; looks once a second, on the thread that
 * asks then.
 *
 * <p>What is idle is point reads' first: a quarter of the cores has to be, and as soon as it is less than an eighth
 * nothing is. Between the two it stays as it was, or work that is begun would end itself by what it takes.
 */
final class IdleCores {
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Of two cores, next to a compaction that has one: a little less than the other. */
    private static final double LEAST_TO_BEGIN = 0.75;

    private static final double LEAST_TO_GO_ON = 0.25;

    private static final IdleCores INSTANCE =
            new IdleCores(IdleCores::systemLoad, Runtime.getRuntime().availableProcessors(), System::nanoTime);

    private final DoubleSupplier load;
    private final double toBegin;
    private final double toGoOn;
    private final int cores;
    private final LongSupplier nanoTime;
    private final AtomicLong lookedNanos;
    private volatile boolean idle;

    /** @param load the part of all cores that was used since it was asked for the last time, negative if not known */
    IdleCores(DoubleSupplier load, int cores, LongSupplier nanoTime) {
        this.load = load;
        this.cores = cores;
        this.nanoTime = nanoTime;
        toBegin = Math.max(LEAST_TO_BEGIN, cores / 4.0);
        toGoOn = Math.max(LEAST_TO_GO_ON, cores / 8.0);
        lookedNanos = new AtomicLong(nanoTime.getAsLong() - LOOK_NANOS);
    }

    static IdleCores instance() {
        return INSTANCE;
    }

    boolean any() {
        long now = nanoTime.getAsLong();
        long looked = lookedNanos.get();
        if (now - looked >= LOOK_NANOS && lookedNanos.compareAndSet(looked, now)) look();
        return idle;
    }

    private void look() {
        double used = used();
        // Somebody else has asked the JVM so shortly before that the kernel's clock has not ticked since.
        if (used == 0) return;
        idle = used > 0 && (1 - used) * cores >= (idle ? toGoOn : toBegin);
    }

    private double used() {
        try {
            return load.getAsDouble();
        } catch (RuntimeException | LinkageError e) {
            // A JVM without the module jdk.management, or a mistake as those in containers have had. No scan pays for
            // it.
            return -1;
        }
    }

    static double systemLoad() {
        Object system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.OperatingSystemMXBean
                ? ((com.sun.management.OperatingSystemMXBean) system).getSystemCpuLoad()
                : -1;
    }
}
