package io.foreread.it.bench.cores;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The idle time of the machine at one time, according to {@code /proc/stat} (proc_stat(5)). The busy time is derived from it,
 * because the kernel can count the times of its other columns by timer ticks, which miss short requests.
 *
 * @param idleTicks the time in which a core ran nothing, of all cores together
 * @param cores number of cores
 * @param nanos the time of {@code System.nanoTime}
 */
record HostCpu(long idleTicks, int cores, long nanos) {
    private static final double NANOS_PER_TICK = 10_000_000;
    /** The positions of the times in which a core ran nothing: idle and iowait. */
    private static final int IDLE = 4;

    private static final int IO_WAIT = 5;

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
        long idleTicks = Long.parseLong(fields[IDLE]) + Long.parseLong(fields[IO_WAIT]);
        int cores = (int) stat.lines().filter(line -> line.matches("cpu\\d.*")).count();
        return new HostCpu(idleTicks, cores, nanos);
    }

    double busyCoresUntilNow() {
        return busyCoresUntil(now());
    }

    double busyCoresUntil(HostCpu end) {
        return cores - (end.idleTicks - idleTicks) * NANOS_PER_TICK / (end.nanos - nanos);
    }
}
