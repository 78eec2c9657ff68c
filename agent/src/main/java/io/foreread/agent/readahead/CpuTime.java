package io.foreread.agent.readahead;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Monotonic counters of CPU time. It does not use {@code getSystemCpuLoad}, which covers the time since the last call
 * in this JVM, because the exporter calls that method in every scrape.
 */
interface CpuTime {
    /**
     * Idle CPU time of the host since its start, which can exceed the quota of a container.
     *
     * @throws IOException if it is not known, for example on an operating system other than Linux
     */
    long hostIdleNanos() throws IOException;

    /** Returns the CPU time of this process in nanoseconds; -1 if it is not known. */
    long ownNanos();

    /** Returns the CPU time in nanoseconds of all threads that compress and decompress ahead; 0 if it is not known. */
    long aheadNanos();

    /**
     * Cores that this process may use, as limited by the host, the container or the CPU affinity. The limit of a
     * container can be a fraction.
     */
    double cores();

    static CpuTime ofThisHost() {
        CpuQuota quota = CpuQuota.ofThisProcess();
        return new CpuTime() {
            @Override
            public long hostIdleNanos() throws IOException {
                // Not java.nio.file: on an interrupted thread its channels throw ClosedByInterruptException.
                try (BufferedReader reader = new BufferedReader(
                        new InputStreamReader(new FileInputStream("/proc/stat"), StandardCharsets.US_ASCII))) {
                    return idleNanos(reader.readLine());
                }
            }

            @Override
            public long ownNanos() {
                Object system = ManagementFactory.getOperatingSystemMXBean();
                return system instanceof com.sun.management.OperatingSystemMXBean
                        ? ((com.sun.management.OperatingSystemMXBean) system).getProcessCpuTime()
                        : -1;
            }

            @Override
            public long aheadNanos() {
                return AheadThreads.cpuNanos();
            }

            @Override
            public double cores() {
                return Math.min(Runtime.getRuntime().availableProcessors(), quota.cores());
            }
        };
    }

    /**
     * @param line {@code cpu user nice system idle iowait ...}, in ticks of a hundredth of a second (proc(5);
     *     USER_HZ is 100 on all platforms of current JVMs)
     */
    static long idleNanos(String line) throws IOException {
        String[] words = line == null ? new String[0] : line.trim().split(" +");
        if (words.length < 6 || !words[0].equals("cpu")) throw new IOException("unknown format of /proc/stat: " + line);
        try {
            return TimeUnit.MILLISECONDS.toNanos(10 * (Long.parseLong(words[4]) + Long.parseLong(words[5])));
        } catch (NumberFormatException e) {
            throw new IOException("unknown format of /proc/stat: " + line, e);
        }
    }
}
