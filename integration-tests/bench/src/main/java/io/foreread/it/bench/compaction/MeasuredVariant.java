package io.foreread.it.bench.compaction;

import io.foreread.it.bench.comparison.Turn;
import io.foreread.it.fixture.DeviceStats;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cost of one compaction.
 *
 * @param round the round, from 1; contenders are compared within a round
 * @param inputBytes the size of all Data.db files of the input on disk
 * @param device the reads of the volume's device
 * @param cpuMillis CPU time of the node
 * @param threadCpuMillis CPU time of the compacting thread
 * @param blockedMillis time that the compacting thread waited for the device; null if unknown
 * @param allocatedBytes heap bytes that the compacting thread and the threads ahead of it allocated; in earlier results,
 *     those of the compacting thread
 * @param directBytesMax the maximum direct memory of the node
 * @param leftCachedBytes bytes of the input that are in the page cache after the compaction, by component. After each
 *     50 MiB of output, Cassandra evicts the pages that it has read. Empty if the input was in the page cache before,
 *     or if fincore is not installed
 */
public record MeasuredVariant(
        String contender,
        int round,
        double seconds,
        long inputBytes,
        DeviceStats.Reads device,
        long cpuMillis,
        long threadCpuMillis,
        @Nullable Long blockedMillis,
        long allocatedBytes,
        long directBytesMax,
        Map<String, Long> leftCachedBytes)
        implements Turn {

    double inputMib() {
        return inputBytes / (double) (1 << 20);
    }

    public double mibPerSecond() {
        return inputMib() / seconds;
    }

    /** The text for progress lines. */
    static String speedWords(double mibPerSecond) {
        return String.format(Locale.ROOT, "%.1f MiB/s", mibPerSecond);
    }

    long deviceReads() {
        return device.reads();
    }

    double iops() {
        return device.reads() / seconds;
    }

    double meanDeviceReadBytes() {
        return device.reads() == 0 ? 0 : (double) device.readBytes() / device.reads();
    }

    double cpuSecondsPerMib() {
        return cpuMillis / 1000.0 / inputMib();
    }

    double allocatedPerByte() {
        return (double) allocatedBytes / inputBytes;
    }

    /** The ratio of the CPU time of the compacting thread to the elapsed time. */
    double threadBusy() {
        return threadCpuMillis / 1000.0 / seconds;
    }
}
