package io.foreread.exporter.catalog;

import static io.foreread.exporter.catalog.Metric.Unit.BYTES;
import static io.foreread.exporter.catalog.Metric.Unit.NONE;
import static io.foreread.exporter.catalog.Metric.Unit.SECONDS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Metrics that Foreread measures or composes itself. Those of compactions are in {@link OwnCompactionMetrics}. */
public final class OwnMetrics {
    private static final List<Metric> ALL = new ArrayList<>();

    public static final Metric BUILD_INFO =
            info("foreread_build_info", "Version of Foreread, always 1.", "version", "revision");
    public static final Metric HOOK_STATUS = gauge(
            "foreread_hook_status",
            NONE,
            "State of each hook and its reason, as labels; the value is always 1.",
            "hook",
            "state",
            "reason");
    public static final Metric PROBE_FAILURES = counter(
            "foreread_probe_failures_total",
            NONE,
            "Errors in probes and in other parts of Foreread, suppressed so that they never reach Cassandra.");
    public static final Metric NODE_INFO = info(
            "cassandra_node_info",
            "Identity of the node as labels, for joins with group_left; peer is its address in gossip; the value is always 1.",
            "cluster",
            "datacenter",
            "rack",
            "host_id",
            "release_version",
            "peer");

    public static final Metric READ_SIZE = histogram(
            "cassandra_sstable_read_size_bytes",
            BYTES,
            "Size of physical reads of sstable components.",
            "activity",
            "component");
    public static final Metric READ_DURATION = histogram(
            "cassandra_sstable_read_seconds",
            SECONDS,
            "Duration of physical reads of sstable components, page cache hits included, without the transfers by which 3.11 streams compressed sstables.",
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

    public static final Metric CHUNK_WRITE_SIZE = histogram(
            "cassandra_sstable_chunk_write_size_bytes",
            BYTES,
            "Size on disk of the chunks written to compressed Data.db files, with the checksum.",
            "activity");
    public static final Metric CHUNK_WRITE_DURATION = histogram(
            "cassandra_sstable_chunk_write_seconds",
            SECONDS,
            "Time to compress a chunk of Data.db and to write it to the page cache.",
            "activity");
    public static final Metric CHUNKS_COMPRESSED_AHEAD = counter(
            "foreread_chunks_compressed_ahead_total",
            NONE,
            "Chunks that another thread wrote, whether it or the thread of the writer compressed them.");
    public static final Metric COMPRESS_AHEAD_WAIT_SECONDS = counter(
            "foreread_compress_ahead_wait_seconds_total",
            SECONDS,
            "Time that writers of sstables waited for the thread that compresses ahead.");
    public static final Metric COMPRESS_AHEAD_REFUSED =
            counter("foreread_compress_ahead_refused_total", NONE, "Writers that got no memory to compress ahead.");

    public static final Metric SCANS = counter(
            "foreread_scans_total",
            NONE,
            "Scans by reader, counted at the first read, or when they are opened if a reader of Cassandra serves them.",
            "reader",
            "pattern");
    public static final Metric FALLBACKS = counter(
            "foreread_fallbacks_total", NONE, "Times that scans fell back to Cassandra's reader, by reason.", "reason");
    public static final Metric SCANS_RESUMED = counter(
            "foreread_scans_resumed_total", NONE, "Times that a scan returned to read-ahead from Cassandra's reader.");
    public static final Metric AHEAD_REFUSED =
            counter("foreread_ahead_refused_total", NONE, "Scans that got no memory to decompress ahead.");
    public static final Metric FILLS = counter("foreread_fills_total", NONE, "Reads that filled a read-ahead block.");
    public static final Metric FILL_BYTES =
            counter("foreread_fill_bytes_total", BYTES, "Bytes read into read-ahead blocks.");
    public static final Metric FILL_BYTES_DIRECT = counter(
            "foreread_fill_direct_bytes_total", BYTES, "Bytes of fills by direct I/O, which bypasses the page cache.");
    public static final Metric FILL_SECONDS = counter(
            "foreread_fill_seconds_total",
            SECONDS,
            "Time that scans were blocked in fills or waited for the thread that fills and decompresses ahead.");
    public static final Metric CHUNKS_SERVED = counter(
            "foreread_chunks_served_total",
            NONE,
            "Chunks that scans received from read-ahead blocks; for files without chunks, reads of Cassandra's reader that"
                    + " fills replaced.");
    public static final Metric CHUNKS_AHEAD =
            counter("foreread_chunks_ahead_total", NONE, "Chunks decompressed ahead by another thread.");
    public static final Metric CHUNKS_STRADDLING = counter(
            "foreread_chunks_straddling_total", NONE, "Chunks that lay across two fills, whose first part was copied.");
    public static final Metric BUFFERS_IN_USE =
            gauge("foreread_buffers_used", NONE, "Allocations held by open scans and writers.");
    public static final Metric BUFFER_BYTES_IN_USE =
            gauge("foreread_buffer_used_bytes", BYTES, "Direct memory held by open scans and writers.");
    public static final Metric BUFFER_BYTES_IDLE =
            gauge("foreread_buffer_idle_bytes", BYTES, "Direct memory kept for future scans and writers.");
    public static final Metric BUFFER_BUDGET = gauge(
            "foreread_buffer_budget_bytes", BYTES, "Limit of the direct memory of all scans and writers together.");
    public static final Metric BLOCK_SIZE = gauge("foreread_block_bytes", BYTES, "Size of a read-ahead block.");
    public static final Metric READ_AHEAD_ENABLED =
            gauge("foreread_read_ahead_enabled", NONE, "Whether new scans read ahead, 1 or 0.");

    public static final Metric KEY_CACHE_LOOKUPS = counter(
            "foreread_key_cache_lookups_total",
            NONE,
            "Key cache lookups of compactions with 8 inputs or more, by result: `made`, or `skipped` because the key is"
                    + " not cached.",
            "result");
    public static final Metric KEY_FILTER_BUILDS = counter(
            "foreread_key_filter_builds_total", NONE, "Filters that compactions built from a scan of the key cache.");
    public static final Metric KEY_FILTER_BUILD_SECONDS = counter(
            "foreread_key_filter_build_seconds_total",
            SECONDS,
            "Time that compactions spent in scans of the key cache to build their filters.");
    public static final Metric KEY_FILTERS_LOST = counter(
            "foreread_key_filters_lost_total",
            NONE,
            "Filters given up by compactions because of an error or the switch of a hook; they make all lookups then.");
    public static final Metric KEY_FILTER_BYTES =
            gauge("foreread_key_filter_bytes", BYTES, "Heap memory of the filters of running compactions.");
    public static final Metric EMPTY_INPUTS_SKIPPED = counter(
            "foreread_empty_inputs_skipped_total",
            NONE,
            "Inputs left out of the merge of a partition that they do not have, in compactions and validations of 3.11.");
    public static final Metric SCANNER_SUMS = counter(
            "foreread_scanner_sums_total",
            NONE,
            "Sums of the bytes scanned, in compactions with 32 scanners or more, by result: `made`, or `reused` because"
                    + " the last is recent.",
            "result");

    public static final Metric ALLOCATED = counter(
            "cassandra_allocated_bytes_total", BYTES, "Heap bytes allocated, by class of thread.", "thread_class");

    static {
        ALL.addAll(OwnCompactionMetrics.all());
    }

    public static final Metric SAFEPOINTS = counter("jvm_safepoints_total", NONE, "Safepoints of the JVM.");
    public static final Metric SAFEPOINT_SECONDS = counter(
            "jvm_safepoint_seconds_total", SECONDS, "Time that application threads were stopped at safepoints.");
    public static final Metric SAFEPOINT_SYNC_SECONDS =
            counter("jvm_safepoint_sync_seconds_total", SECONDS, "Time needed to reach safepoints.");

    public static final Metric NODE_TABLES =
            gauge("cassandra_node_tables", NONE, "Tables of this node that the configuration does not exclude.");
    public static final Metric SCRAPE_SECONDS = gauge(
            "foreread_scrape_seconds", SECONDS, "Time that the previous scrape spent collecting, by group.", "group");
    public static final Metric SCRAPE_ERRORS =
            counter("foreread_scrape_errors_total", NONE, "Metrics that could not be read, by group.", "group");
    public static final Metric SCRAPE_SERIES =
            gauge("foreread_scrape_series", NONE, "Series of Cassandra's metrics in the previous complete scrape.");
    public static final Metric SCRAPE_BYTES = gauge(
            "foreread_scrape_bytes",
            BYTES,
            "Size of Cassandra's metrics in the previous complete scrape, before gzip.");
    public static final Metric SERIES = gauge(
            "foreread_series",
            NONE,
            "Exported series of Cassandra's metrics, by level; metrics.series-budget limits their total number.",
            "level");
    public static final Metric SERIES_DROPPED = gauge(
            "foreread_series_dropped",
            NONE,
            "Series dropped because the total exceeds metrics.series-budget.",
            "family");
    public static final Metric REFRESH_AGE = gauge(
            "foreread_refresh_age_seconds",
            SECONDS,
            "Longest time since a background series was read, successfully or not, by refresh class.",
            "refresh");
    public static final Metric LAST_SUCCESS = gauge(
            "foreread_background_read_last_success_timestamp_seconds",
            SECONDS,
            "Unix time of the last background read of a metric family or group of MBeans; values expire after 3 periods.",
            "metric",
            "refresh");

    public static final Metric HTTP_REQUESTS =
            counter("foreread_http_requests_total", NONE, "HTTP requests answered, by status code.", "code");
    public static final Metric HTTP_DROPPED = counter(
            "foreread_http_requests_dropped_total",
            NONE,
            "Connections closed before the response was complete, by reason.",
            "reason");
    public static final Metric HTTP_SCRAPES = counter(
            "foreread_http_scrapes_total",
            NONE,
            "Scrapes by result: `rendered`, `shared` (the rendering of a concurrent scrape), `rejected` (503, too many"
                    + " at a time or too large) or `failed`.",
            "result");
    public static final Metric HTTP_RENDERING_BYTES = gauge(
            "foreread_http_rendering_bytes", BYTES, "Memory of compressed renderings that are being written or sent.");

    public static final Metric CERTIFICATE_EXPIRY = gauge(
            "foreread_tls_certificate_expiry_timestamp_seconds",
            SECONDS,
            "Unix time at which a certificate expires: `endpoint` for the chain of the endpoint, `client_ca` for the CAs of clients.",
            "certificate",
            "subject");

    public static final Metric CONFIG_RELOAD_SUCCESSFUL = gauge(
            "foreread_config_last_reload_successful",
            NONE,
            "Whether the last attempt to read the file succeeded; at 0 the previous content is in use.",
            "file");
    public static final Metric CONFIG_RELOAD_TIME = gauge(
            "foreread_config_last_reload_success_timestamp_seconds",
            SECONDS,
            "Unix time of the last successful read of the file.",
            "file");

    private OwnMetrics() {}

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

    public static List<Metric> all() {
        return Collections.unmodifiableList(ALL);
    }
}
