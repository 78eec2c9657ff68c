package io.foreread.it.bench.cores;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The CPU time of the machine at one time, according to the first line of {@code /proc/stat} (proc_stat(5)).
 *
 * @param busyTicks the time in which a core ran something
 * @param nanos the time of {@code System.nanoTime}
 */
record HostCpu(long busyTicks, long nanos) {
    private static final double NANOS_PER_TICK = 10_000_000;
    /** The positions of the times in which a core ran nothing: idle and iowait. */
    private static final int IDLE = 4;

    private static final int IO_WAIT = 5;
    /** The last position before the times of guests, which are part of the time of user. */
    private static final int STEAL = 8;

    static HostCpu now() {
        try {
            return of(Files.readString(Path.of("/proc/stat")), System.nanoTime());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read /proc/stat", e);
        }
    }

    /** @param stat the text of /proc/stat */
    static HostCpu of(String stat, long nanos) {
        String[] fields = stat.lines().findFirst().orElseThrow().split(" +");
        long ticks =
                Arrays.stream(fields, 1, STEAL + 1).mapToLong(Long::parseLong).sum();
        return new HostCpu(ticks - Long.parseLong(fields[IDLE]) - Long.parseLong(fields[IO_WAIT]), nanos);
    }

    double busyCoresUntilNow() {
        return busyCoresUntil(now());
    }

    double busyCoresUntil(HostCpu end) {
        return (end.busyTicks - busyTicks) * NANOS_PER_TICK / (end.nanos - nanos);
    }
}
