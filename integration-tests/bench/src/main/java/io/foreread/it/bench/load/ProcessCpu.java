package io.foreread.it.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The CPU time of a process according to the kernel. */
public final class ProcessCpu {
    private static final long NANOS_PER_TICK = 10_000_000;

    private ProcessCpu() {}

    /**
     * The CPU time of each living thread in nanoseconds. If the kernel has no scheduler statistics of threads, the time of
     * the whole process as thread 0, in steps of 10 ms.
     */
    public static PerThread nanos(long pid) {
        Path process = Path.of("/proc/" + pid);
        try {
            return Files.exists(process.resolve("schedstat")) ? ofThreads(process) : ofAll(process);
        } catch (IOException e) {
            throw new UncheckedIOException("process " + pid + " is gone", e);
        }
    }

    /** The CPU time of the process, including threads that have ended, in steps of 10 ms. */
    public static long millis(long pid) {
        try {
            return ticks(Files.readString(Path.of("/proc/" + pid + "/stat"))) * NANOS_PER_TICK / 1_000_000;
        } catch (IOException e) {
            throw new UncheckedIOException("process " + pid + " is gone", e);
        }
    }

    private static PerThread ofThreads(Path process) throws IOException {
        Map<Long, Long> nanos = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
            for (Path thread : threads) {
                try {
                    nanos.put(
                            Long.parseLong(thread.getFileName().toString()),
                            firstNumber(Files.readString(thread.resolve("schedstat"))));
                } catch (IOException ended) {
                    // The thread has ended in the meantime.
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return new PerThread(nanos);
    }

    /** The nanoseconds on a CPU. Two other fields follow: nanoseconds waiting for a CPU, and the number of time slices. */
    static long firstNumber(String schedstat) {
        return Long.parseLong(schedstat.substring(0, schedstat.indexOf(' ')));
    }

    private static PerThread ofAll(Path process) throws IOException {
        return new PerThread(Map.of(0L, ticks(Files.readString(process.resolve("stat"))) * NANOS_PER_TICK));
    }

    /** The sum of fields 14 and 15, user and kernel time. Field 2, the name, is in brackets and can contain any text. */
    static long ticks(String stat) {
        String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(afterName[11]) + Long.parseLong(afterName[12]);
    }
}
