package io.foreread.it.demo;

import io.foreread.it.fixture.Scrape;
import java.util.Map;

/**
 * The cost of one compaction.
 *
 * @param reads reads of Data.db by system calls, which do not occur where Data.db is read through mmap
 * @param readBytes bytes of the reads
 * @param chunkAccesses accesses to chunks through mmap, for which the kernel reads on page faults
 * @param deviceReads read requests to the block device; negative if unknown
 * @param deviceReadBytes bytes of the read requests
 * @param inputBytes on-disk size of the input
 * @param seconds duration of the compaction
 * @param blockedSeconds time that the compacting thread waited for reads; under mmap, an upper bound of this time
 * @param allocatedPerByte heap bytes allocated per uncompressed byte scanned
 * @param forereadScans scans that used Foreread's reader
 * @param nativeScans scans that used Cassandra's native read-ahead
 */
record DemoMeasurement(
        long reads,
        long readBytes,
        long chunkAccesses,
        long deviceReads,
        long deviceReadBytes,
        long inputBytes,
        double seconds,
        double blockedSeconds,
        double allocatedPerByte,
        long forereadScans,
        long nativeScans) {

    static final int NO_DEVICE = -1;

    private static final Map<String, String> COMPACTION = Map.of("activity", "compaction");
    private static final Map<String, String> DATA = Map.of("activity", "compaction", "component", "Data");

    /** Computes the cost from scrapes before and after a compaction of the table, and from the device's counters. */
    static DemoMeasurement between(
            Scrape before, Scrape after, String table, long inputBytes, long deviceReads, long deviceReadBytes) {
        Delta delta = new Delta(before, after);
        Map<String, String> ofTable =
                Map.of("activity", "compaction", "keyspace", DemoWorkload.KEYSPACE, "table", table);
        double seconds = delta.of("cassandra_compaction_seconds_total", ofTable);
        double waited = seconds - delta.of("cassandra_compaction_cpu_seconds_total", ofTable);
        double accessing = delta.of("cassandra_sstable_mmap_chunk_access_seconds_total", COMPACTION);
        double faulting = Math.max(0, Math.min(accessing, waited));
        double scanned = delta.of("cassandra_compaction_scanned_bytes_total", ofTable);
        double allocated = delta.of("cassandra_compaction_allocated_bytes_total", ofTable);
        return new DemoMeasurement(
                Math.round(delta.of("cassandra_sstable_read_size_bytes_count", DATA)),
                Math.round(delta.of("cassandra_sstable_read_size_bytes_sum", DATA)),
                Math.round(delta.of("cassandra_sstable_mmap_chunk_accesses_total", COMPACTION)),
                deviceReads,
                deviceReadBytes,
                inputBytes,
                seconds,
                delta.of("cassandra_sstable_read_seconds_sum", DATA) + faulting,
                scanned == 0 ? 0 : allocated / scanned,
                Math.round(delta.of("foreread_scans_total", Map.of("reader", "foreread"))),
                Math.round(delta.of("foreread_scans_total", Map.of("reader", "native"))));
    }

    double meanReadBytes() {
        return reads == 0 ? 0 : (double) readBytes / reads;
    }

    double meanDeviceReadBytes() {
        return deviceReads <= 0 ? 0 : (double) deviceReadBytes / deviceReads;
    }

    double mibPerSecond() {
        return seconds == 0 ? 0 : inputBytes / seconds / (1 << 20);
    }

    /** Whether Data.db was read through mmap, by page faults. */
    boolean isMapped() {
        return chunkAccesses > reads;
    }

    private record Delta(Scrape before, Scrape after) {
        double of(String metric, Map<String, String> labels) {
            return after.sum(metric, labels) - before.sum(metric, labels);
        }
    }
}
