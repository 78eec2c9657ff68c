package io.foreread.exporter.catalog;

import static io.foreread.exporter.catalog.Metric.Unit.BYTES;
import static io.foreread.exporter.catalog.Metric.Unit.NONE;
import static io.foreread.exporter.catalog.Metric.Unit.SECONDS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Metrics that the agent measures and no MBean exposes. */
public final class OwnMetrics {
    private static final List<Metric> ALL = new ArrayList<>();

    public static final Metric BUILD_INFO =
            info("foreread_build_info", "Version of Foreread, always 1.", "version", "revision");
    public static final Metric HOOK_STATUS = gauge(
            "foreread_hook_status", NONE, "What became of each hook and why, always 1.", "hook", "state", "reason");
    public static final Metric PROBE_FAILURES = counter(
            "foreread_probe_failures_total",
            NONE,
            "Errors of observing probes, suppressed so that Cassandra never sees them.");
    public static final Metric NODE_INFO = info(
            "cassandra_node_info",
            "Identity of the node, always 1; join it with group_left.",
            "cluster",
            "datacenter",
            "rack",
            "host_id",
            "release_version");

    public static final Metric READ_SIZE = histogram(
            "cassandra_sstable_read_size_bytes",
            BYTES,
            "Size of physical reads of sstable components.",
            "activity",
            "component");
    public static final Metric READ_DURATION = histogram(
            "cassandra_sstable_read_seconds",
            SECONDS,
            "Duration of physical reads of sstable components, page cache hits included.",
            "activity",
            "component");
    public static final Metric MMAP_CHUNK_ACCESSES = counter(
            "cassandra_sstable_mmap_chunk_accesses_total",
            NONE,
            "Chunks accessed through mmap, where the kernel reads on page faults.",
            "activity");
    public static final Metric MMAP_CHUNK_ACCESS_SECONDS = counter(
            "cassandra_sstable_mmap_chunk_access_seconds_total",
            SECONDS,
            "Time in chunk accesses through mmap: page faults, checksum and decompression.",
            "activity");
    public static final Metric MMAP_CHUNK_BYTES = counter(
            "cassandra_sstable_mmap_chunk_bytes_total",
            BYTES,
            "Uncompressed bytes of chunks accessed through mmap.",
            "activity");

    public static final Metric SCANS = counter(
            "foreread_scans_total", NONE, "Scans, by the reader that served their first read.", "reader", "pattern");
    public static final Metric FALLBACKS = counter(
            "foreread_fallbacks_total", NONE, "Times that a scan used Cassandra's reader, by the reason.", "reason");
    public static final Metric SCANS_RESUMED = counter(
            "foreread_scans_resumed_total", NONE, "Times that a scan returned to read-ahead from Cassandra's reader.");
    public static final Metric AHEAD_REFUSED =
            counter("foreread_ahead_refused_total", NONE, "Scans that found no memory to decompress ahead.");
    public static final Metric FILLS = counter("foreread_fills_total", NONE, "Reads that filled a read-ahead block.");
    public static final Metric FILL_BYTES =
            counter("foreread_fill_bytes_total", BYTES, "Bytes read into read-ahead blocks.");
    public static final Metric FILL_BYTES_DIRECT =
            counter("foreread_fill_direct_bytes_total", BYTES, "Bytes of fills that went past the page cache.");
    public static final Metric FILL_SECONDS = counter(
            "foreread_fill_seconds_total",
            SECONDS,
            "Time that scans were blocked in fills, or waited for a thread that fills and decompresses for them.");
    public static final Metric CHUNKS_SERVED =
            counter("foreread_chunks_served_total", NONE, "Chunks decompressed for scans out of read-ahead blocks.");
    public static final Metric CHUNKS_AHEAD =
            counter("foreread_chunks_ahead_total", NONE, "Chunks that another thread decompressed for a scan.");
    public static final Metric CHUNKS_STRADDLING = counter(
            "foreread_chunks_straddling_total",
            NONE,
            "Chunks that lay across two fills, whose head was moved in memory.");
    public static final Metric BUFFERS_LENT =
            gauge("foreread_buffers_lent", NONE, "Read-ahead buffers held by open scans.");
    public static final Metric BUFFER_BYTES_LENT =
            gauge("foreread_buffer_lent_bytes", BYTES, "Direct memory held by open scans.");
    public static final Metric BUFFER_BYTES_IDLE =
            gauge("foreread_buffer_idle_bytes", BYTES, "Direct memory kept for the next scans.");
    public static final Metric BUFFER_BUDGET =
            gauge("foreread_buffer_budget_bytes", BYTES, "Direct memory that all scans together may hold.");
    public static final Metric BLOCK_SIZE = gauge("foreread_block_bytes", BYTES, "Bytes of a full read.");
    public static final Metric READ_AHEAD_ENABLED =
            gauge("foreread_read_ahead_enabled", NONE, "1 if new scans read ahead, 0 if switched off.");

    public static final Metric ALLOCATED = counter(
            "cassandra_allocated_bytes_total",
            BYTES,
            "Heap bytes allocated, by class of thread, independent of garbage collection.",
            "thread_class");

    public static final Metric COMPACTION_RUNNING =
            gauge("cassandra_compaction_running", NONE, "Compaction-like operations running now.");
    public static final Metric COMPACTION_SCANNED = perTable(
            "cassandra_compaction_scanned_bytes_total",
            BYTES,
            "Uncompressed bytes scanned by compaction-like operations, running ones included.");
    public static final Metric COMPACTION_READ = perTable(
            "cassandra_compaction_read_bytes_total",
            BYTES,
            "Bytes read from disk by compaction-like operations, running ones included; none under mmap.");
    public static final Metric COMPACTION_READS = perTable(
            "cassandra_compaction_reads_total",
            NONE,
            "Physical reads by compaction-like operations, running ones included; none under mmap.");
    public static final Metric COMPACTION_READ_SECONDS = perTable(
            "cassandra_compaction_read_seconds_total",
            SECONDS,
            "Time that compaction-like operations were blocked in physical reads.");
    public static final Metric COMPACTION_WRITTEN = perTable(
            "cassandra_compaction_written_bytes_total",
            BYTES,
            "Bytes of Data.db written by compaction-like operations, running ones included.");
    public static final Metric COMPACTION_FINISHED =
            perTable("cassandra_compaction_finished_total", NONE, "Compaction-like operations that have ended.");
    public static final Metric COMPACTION_SECONDS =
            perTable("cassandra_compaction_seconds_total", SECONDS, "Duration of the operations that have ended.");
    public static final Metric COMPACTION_CPU_SECONDS = perTable(
            "cassandra_compaction_cpu_seconds_total",
            SECONDS,
            "CPU time of the threads that ran the operations that have ended.");
    public static final Metric COMPACTION_INPUT = perTable(
            "cassandra_compaction_input_bytes_total",
            BYTES,
            "On-disk size of the inputs of compactions that have ended.");
    public static final Metric COMPACTION_OUTPUT = perTable(
            "cassandra_compaction_output_bytes_total",
            BYTES,
            "Bytes of Data.db written by the operations that have ended.");
    public static final Metric COMPACTION_ALLOCATED = perTable(
            "cassandra_compaction_allocated_bytes_total",
            BYTES,
            "Heap bytes allocated by the operations that have ended, exact per thread.");
    public static final Metric COMPACTION_DURATION = histogram(
            "cassandra_compaction_duration_seconds",
            SECONDS,
            "Duration of ended compaction-like operations.",
            "activity");

    public static final Metric SAFEPOINTS =
            counter("jvm_safepoints_total", NONE, "Times that the JVM stopped all threads.");
    public static final Metric SAFEPOINT_SECONDS =
            counter("jvm_safepoint_seconds_total", SECONDS, "Time for which the JVM held all threads.");
    public static final Metric SAFEPOINT_SYNC_SECONDS =
            counter("jvm_safepoint_sync_seconds_total", SECONDS, "Time that the JVM took to stop all threads.");

    public static final Metric SCRAPE_SECONDS =
            gauge("foreread_scrape_seconds", SECONDS, "Duration of the previous collection by group.", "group");
    public static final Metric SCRAPE_ERRORS =
            counter("foreread_scrape_errors_total", NONE, "Metrics that could not be read, by group.", "group");
    public static final Metric SCRAPE_SERIES =
            gauge("foreread_scrape_series", NONE, "Series of Cassandra's metrics in the previous whole scrape.");
    public static final Metric SCRAPE_BYTES = gauge(
            "foreread_scrape_bytes", BYTES, "Text of Cassandra's metrics in the previous whole scrape, before gzip.");
    public static final Metric SERIES_DROPPED = gauge(
            "foreread_series_dropped",
            NONE,
            "Series left out because all together exceed metrics.series-budget.",
            "family");
    public static final Metric REFRESH_AGE = gauge(
            "foreread_refresh_age_seconds",
            SECONDS,
            "Time since numbers that no scrape reads were last read in the background, by refresh class.",
            "refresh");

    public static final Metric HTTP_REQUESTS = counter(
            "foreread_http_requests_total", NONE, "Requests that the endpoint has answered, by status code.", "code");
    public static final Metric HTTP_DROPPED = counter(
            "foreread_http_requests_dropped_total",
            NONE,
            "Connections closed before an answer was complete because of too many requests, a slow client or an error.",
            "reason");

    private OwnMetrics() {}

    private static Metric perTable(String name, Metric.Unit unit, String help) {
        return counter(name, unit, help, "activity", "keyspace", "table");
    }

    private static Metric counter(String name, Metric.Unit unit, String help, String... labelNames) {
        return add(Metric.counter(name, unit, help, labelNames));
    }

    private static Metric gauge(String name, Metric.Unit unit, String help, String... labelNames) {
        return add(Metric.gauge(name, unit, help, labelNames));
    }

    private static Metric histogram(String name, Metric.Unit unit, String help, String... labelNames) {
        return add(Metric.histogram(name, unit, help, labelNames));
    }

    private static Metric info(String name, String help, String... labelNames) {
        return add(Metric.info(name, help, labelNames));
    }

    private static Metric add(Metric metric) {
        ALL.add(metric);
        return metric;
    }

    /** In the order of their declarations. */
    public static List<Metric> all() {
        return Collections.unmodifiableList(ALL);
    }
}
