package io.foreread.exporter.catalog;

import static io.foreread.exporter.catalog.Metric.Unit.BYTES;
import static io.foreread.exporter.catalog.Metric.Unit.NONE;
import static io.foreread.exporter.catalog.Metric.Unit.SECONDS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Metrics that Foreread measures of compaction-like operations. {@link OwnMetrics} lists them too. */
public final class OwnCompactionMetrics {
    private static final List<Metric> ALL = new ArrayList<>();

    public static final Metric COMPACTION_RUNNING =
            add(Metric.gauge("cassandra_compaction_running", NONE, "Running compaction-like operations."));
    public static final Metric COMPACTION_SCANNED = perTable(
            "cassandra_compaction_scanned_bytes_total",
            BYTES,
            "Uncompressed bytes scanned by finished and running compaction-like operations.");
    public static final Metric COMPACTION_READ = perTable(
            "cassandra_compaction_read_bytes_total",
            BYTES,
            "Bytes read from disk by finished and running compaction-like operations; accesses to mapped files do not count.");
    public static final Metric COMPACTION_READS = perTable(
            "cassandra_compaction_reads_total",
            NONE,
            "Physical reads by finished and running compaction-like operations; accesses to mapped files do not count.");
    public static final Metric COMPACTION_READ_SECONDS = perTable(
            "cassandra_compaction_read_seconds_total",
            SECONDS,
            "Time that compaction-like operations were blocked in physical reads.");
    public static final Metric COMPACTION_WRITTEN = perTable(
            "cassandra_compaction_written_bytes_total",
            BYTES,
            "Bytes of Data.db written by finished and running compaction-like operations.");
    public static final Metric COMPACTION_FINISHED =
            perTable("cassandra_compaction_finished_total", NONE, "Finished compaction-like operations.");
    public static final Metric COMPACTION_SECONDS =
            perTable("cassandra_compaction_seconds_total", SECONDS, "Duration of finished compaction-like operations.");
    public static final Metric COMPACTION_CPU_SECONDS = perTable(
            "cassandra_compaction_cpu_seconds_total", SECONDS, "CPU time of finished compaction-like operations.");
    public static final Metric COMPACTION_INPUT = perTable(
            "cassandra_compaction_input_bytes_total", BYTES, "On-disk size of the inputs of finished compactions.");
    public static final Metric COMPACTION_OUTPUT = perTable(
            "cassandra_compaction_output_bytes_total",
            BYTES,
            "Bytes of Data.db written by finished compaction-like operations.");
    public static final Metric COMPACTION_ALLOCATED = perTable(
            "cassandra_compaction_allocated_bytes_total",
            BYTES,
            "Heap bytes that finished compaction-like operations allocated on their threads.");
    public static final Metric NODE_COMPACTION_SCANNED = perActivity(
            "cassandra_node_compaction_scanned_bytes_total",
            BYTES,
            "Uncompressed bytes scanned by finished and running compaction-like operations, over all tables.");
    public static final Metric NODE_COMPACTION_READ = perActivity(
            "cassandra_node_compaction_read_bytes_total",
            BYTES,
            "Bytes read from disk by finished and running compaction-like operations, over all tables; accesses to mapped files do not count.");
    public static final Metric NODE_COMPACTION_READS = perActivity(
            "cassandra_node_compaction_reads_total",
            NONE,
            "Physical reads by finished and running compaction-like operations, over all tables; accesses to mapped files do not count.");
    public static final Metric NODE_COMPACTION_READ_SECONDS = perActivity(
            "cassandra_node_compaction_read_seconds_total",
            SECONDS,
            "Time that compaction-like operations were blocked in physical reads, over all tables.");
    public static final Metric NODE_COMPACTION_WRITTEN = perActivity(
            "cassandra_node_compaction_written_bytes_total",
            BYTES,
            "Bytes of Data.db written by finished and running compaction-like operations, over all tables.");
    public static final Metric NODE_COMPACTION_FINISHED = perActivity(
            "cassandra_node_compaction_finished_total", NONE, "Finished compaction-like operations, over all tables.");
    public static final Metric NODE_COMPACTION_SECONDS = perActivity(
            "cassandra_node_compaction_seconds_total",
            SECONDS,
            "Duration of finished compaction-like operations, over all tables.");
    public static final Metric NODE_COMPACTION_CPU_SECONDS = perActivity(
            "cassandra_node_compaction_cpu_seconds_total",
            SECONDS,
            "CPU time of finished compaction-like operations, over all tables.");
    public static final Metric NODE_COMPACTION_INPUT = perActivity(
            "cassandra_node_compaction_input_bytes_total",
            BYTES,
            "On-disk size of the inputs of finished compactions, over all tables.");
    public static final Metric NODE_COMPACTION_OUTPUT = perActivity(
            "cassandra_node_compaction_output_bytes_total",
            BYTES,
            "Bytes of Data.db written by finished compaction-like operations, over all tables.");
    public static final Metric NODE_COMPACTION_ALLOCATED = perActivity(
            "cassandra_node_compaction_allocated_bytes_total",
            BYTES,
            "Heap bytes that finished compaction-like operations allocated on their threads, over all tables.");
    public static final Metric COMPACTION_DURATION = add(Metric.histogram(
            "cassandra_compaction_duration_seconds",
            SECONDS,
            "Duration of finished compaction-like operations.",
            "activity"));

    private OwnCompactionMetrics() {}

    private static Metric perActivity(String name, Metric.Unit unit, String help) {
        return add(Metric.counter(name, unit, help, "activity"));
    }

    private static Metric perTable(String name, Metric.Unit unit, String help) {
        return add(Metric.counter(name, unit, help, "activity", "keyspace", "table"));
    }

    private static Metric add(Metric metric) {
        ALL.add(metric);
        return metric;
    }

    /** Returns all metrics of this class. */
    static List<Metric> all() {
        return Collections.unmodifiableList(ALL);
    }
}
