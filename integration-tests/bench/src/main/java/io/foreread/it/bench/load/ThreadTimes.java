package io.foreread.it.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The times of the threads whose names have the same prefix, with a resolution of 10 ms.
 *
 * @param cpuMillis time on a CPU
 * @param blockedMillis time waiting for a block device, including page faults and limits of control groups; it does not
 *     increase while {@link DelayAccounting} is off
 */
public record ThreadTimes(PerThread cpuMillis, PerThread blockedMillis) {
    private static final long MILLIS_PER_TICK = 10;
    /** The index of field 42 of {@code /proc/PID/task/TID/stat} among the fields after the name, which is field 2. */
    private static final int DELAYED_TICKS = 42 - 3;

    /** @param namePrefix at most 7 characters, because the JVM replaces the middle of long names */
    public static ThreadTimes of(long pid, String namePrefix) {
        Map<Long, Long> cpu = new HashMap<>();
        Map<Long, Long> blocked = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
            for (Path thread : threads) {
                try {
                    if (!Files.readString(thread.resolve("comm")).startsWith(namePrefix)) continue;
                    String stat = Files.readString(thread.resolve("stat"));
                    long id = Long.parseLong(thread.getFileName().toString());
                    cpu.put(id, ProcessCpu.ticks(stat) * MILLIS_PER_TICK);
                    blocked.put(id, delayedTicks(stat) * MILLIS_PER_TICK);
                } catch (IOException ended) {
                    // The thread has ended in the meantime.
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("process " + pid + " is gone", e);
        }
        return new ThreadTimes(new PerThread(cpu), new PerThread(blocked));
    }

    /** The ticks waiting for a block device. Field 2, the name, is in brackets and can contain any text. */
    static long delayedTicks(String stat) {
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[DELAYED_TICKS]);
    }
}
