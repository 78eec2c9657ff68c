package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.fixture.DeviceStats;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What one compaction cost.
 *
 * @param round in which it was, from 1: who was measured in the same had the same machine
 * @param inputBytes of all Data.db, as they are on disk
 * @param device what reached the volume's device
 * @param cpuMillis of the whole node
 * @param threadCpuMillis of the thread that compacts
 * @param blockedMillis that it slept until the device had answered; empty if not known
 * @param allocatedBytes on the heap, by that thread
 * @param directBytesMax direct memory of the node when it was most
 * @param leftCachedBytes of the input, by component of an sstable, in the page cache afterwards: what of it was read
 *     through that, but for what Cassandra has dropped behind itself, which it does every 50 MiB of output; empty if it
 *     was there before, or if it is not known
 */
record MeasuredVariant(
        ReaderVariant contender,
        int round,
        double seconds,
        long inputBytes,
        DeviceStats.Reads device,
        long cpuMillis,
        long threadCpuMillis,
        OptionalLong blockedMillis,
        long allocatedBytes,
        long directBytesMax,
        Map<String, Long> leftCachedBytes) {

    double inputMib() {
        return inputBytes / (double) (1 << 20);
    }

    double mibPerSecond() {
        return inputMib() / seconds;
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

    /** Of its time, how much the compacting thread was on a CPU. */
    double threadBusy() {
        return threadCpuMillis / 1000.0 / seconds;
    }
}
