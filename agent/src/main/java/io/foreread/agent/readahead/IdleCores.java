package io.foreread.agent.readahead;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.TimeUnit;

/**
 * Whether the host has a core to spare, and the container, if there is one, may use it: looked at once a second, by
 * whoever asks then. Thread-safe. Where Linux does not tell, there is none.
 */
public final class IdleCores {
    private static final Path STAT = Paths.get("/proc/stat");
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** What is older says nothing of now. */
    private static final long STALE_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** What works ahead takes a part of one. */
    private static final double LEAST_IDLE_CORES = 0.5;

    private static final IdleCores INSTANCE = new IdleCores();

    /** When the other fields were taken; guarded by this. */
    private long takenNanos = System.nanoTime() - PERIOD_NANOS;

    private long idleTicks = -1;
    private long allTicks;
    private long processNanos;
    private volatile long dueNanos = takenNanos;
    private volatile boolean some;

    IdleCores() {}

    public static boolean some() {
        IdleCores cores = INSTANCE;
        if (System.nanoTime() - cores.dueNanos >= 0) cores.look();
        return cores.some;
    }

    private synchronized void look() {
        long nowNanos = System.nanoTime();
        if (nowNanos - dueNanos < 0) return;
        dueNanos = nowNanos + PERIOD_NANOS;
        try {
            take(statLine(), processCpuNanos(), nowNanos, Runtime.getRuntime().availableProcessors());
        } catch (IOException | RuntimeException | LinkageError e) {
            some = false;
        }
    }

    /**
     * @param line the first of /proc/stat
     * @param processNanos CPU time of this process
     * @param ourCores what this process may use
     * @return whether there is one to spare since the last time
     */
    synchronized boolean take(String line, long processNanos, long nowNanos, int ourCores) {
        // cpu user nice system idle iowait irq softirq steal guest guest_nice; the last two are in the first two.
        String[] fields = line.trim().split("\\s+");
        long idle = Long.parseLong(fields[4]) + Long.parseLong(fields[5]);
        long all = 0;
        for (int i = 1; i < Math.min(9, fields.length); i++) all += Long.parseLong(fields[i]);
        long passedNanos = nowNanos - takenNanos;
        boolean comparable = idleTicks >= 0 && passedNanos > 0 && passedNanos <= STALE_NANOS && all > allTicks;
        if (comparable) {
            // Ticks are hundredths of a second, of every core of the host.
            double hostIdle = (idle - idleTicks) * 1e7 / passedNanos;
            double ours = ourCores - (double) (processNanos - this.processNanos) / passedNanos;
            some = Math.min(hostIdle, ours) >= LEAST_IDLE_CORES;
        } else {
            some = false;
        }
        idleTicks = idle;
        allTicks = all;
        this.processNanos = processNanos;
        takenNanos = nowNanos;
        return some;
    }

    private static String statLine() throws IOException {
        try (BufferedReader stat = Files.newBufferedReader(STAT, StandardCharsets.US_ASCII)) {
            return String.valueOf(stat.readLine());
        }
    }

    private static long processCpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
