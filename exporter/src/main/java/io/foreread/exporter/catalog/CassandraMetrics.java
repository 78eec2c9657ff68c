package io.foreread.exporter.catalog;

import static io.foreread.exporter.catalog.Metric.counter;
import static io.foreread.exporter.catalog.Metric.gauge;
import static io.foreread.exporter.catalog.Metric.histogram;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which of Cassandra's own metrics becomes which family. One row per (type, name) of Cassandra's registry; the scope
 * becomes labels. What a release does not have is absent, never zero.
 */
public final class CassandraMetrics {
    private static final Metric REQUEST_LATENCY = histogram(
            "cassandra_client_request_latency_seconds", "Latency of client requests at the coordinator.", "operation");
    private static final Metric REQUEST_TIMEOUTS = counter(
            "cassandra_client_request_timeouts_total",
            "Client requests that timed out at the coordinator.",
            "operation");
    private static final Metric REQUEST_UNAVAILABLES = counter(
            "cassandra_client_request_unavailables_total",
            "Client requests refused because too few replicas were alive.",
            "operation");
    private static final Metric REQUEST_FAILURES = counter(
            "cassandra_client_request_failures_total", "Client requests that failed on a replica.", "operation");

    private static final Metric DROPPED = counter(
            "cassandra_dropped_messages_total",
            "Messages dropped because they were too old to answer.",
            "message_type");

    private static final Map<String, String> OPERATIONS = new HashMap<>();
    private static final Map<String, String> CACHES = new HashMap<>();
    private static final Map<String, Row> ROWS = new HashMap<>();
    private static final List<Metric> FAMILIES = new ArrayList<>();

    static {
        // Scopes with a consistency level (Read-ONE) count the same requests again and are left out.
        OPERATIONS.put("Read", "read");
        OPERATIONS.put("Write", "write");
        OPERATIONS.put("RangeSlice", "range_slice");
        OPERATIONS.put("CASRead", "cas_read");
        OPERATIONS.put("CASWrite", "cas_write");
        OPERATIONS.put("ViewWrite", "view_write");
        CACHES.put("KeyCache", "key");
        CACHES.put("RowCache", "row");
        CACHES.put("CounterCache", "counter");
        CACHES.put("ChunkCache", "chunk");

        row("ClientRequest", "Latency", Scope.OPERATION, REQUEST_LATENCY);
        row("ClientRequest", "Timeouts", Scope.OPERATION, REQUEST_TIMEOUTS);
        row("ClientRequest", "Unavailables", Scope.OPERATION, REQUEST_UNAVAILABLES);
        row("ClientRequest", "Failures", Scope.OPERATION, REQUEST_FAILURES);

        row(
                "Compaction",
                "PendingTasks",
                Scope.NONE,
                gauge("cassandra_compaction_pending_tasks", "Compactions estimated to be due."));
        row(
                "Compaction",
                "CompletedTasks",
                Scope.NONE,
                counter(
                        "cassandra_compaction_completed_tasks_total",
                        "Tasks that the compaction executor has completed, no-op checks included."));
        row(
                "Compaction",
                "TotalCompactionsCompleted",
                Scope.NONE,
                counter(
                        "cassandra_compaction_completed_total",
                        "Compaction-like operations completed, as Cassandra counts them."));
        row(
                "Compaction",
                "BytesCompacted",
                Scope.NONE,
                counter(
                        "cassandra_compaction_planned_bytes_total",
                        "Planned work of ended operations, added at their end and in mixed units: no throughput."));
        row(
                "Compaction",
                "CompactionsAborted",
                Scope.NONE,
                counter("cassandra_compaction_aborted_total", "Compactions aborted for lack of disk space."));
        row(
                "Compaction",
                "CompactionsReduced",
                Scope.NONE,
                counter("cassandra_compaction_reduced_total", "Compactions made smaller for lack of disk space."));
        row(
                "Compaction",
                "SSTablesDroppedFromCompaction",
                Scope.NONE,
                counter(
                        "cassandra_compaction_dropped_sstables_total",
                        "Sstables left out of compactions for lack of disk space."));

        row(
                "ThreadPools",
                "ActiveTasks",
                Scope.POOL,
                pool(true, "cassandra_thread_pool_active_tasks", "Tasks being executed."));
        row(
                "ThreadPools",
                "PendingTasks",
                Scope.POOL,
                pool(true, "cassandra_thread_pool_pending_tasks", "Tasks waiting for a thread."));
        row(
                "ThreadPools",
                "CompletedTasks",
                Scope.POOL,
                pool(false, "cassandra_thread_pool_completed_tasks_total", "Tasks executed."));
        row(
                "ThreadPools",
                "CurrentlyBlockedTasks",
                Scope.POOL,
                pool(true, "cassandra_thread_pool_blocked_tasks", "Tasks blocked because the queue is full."));
        row(
                "ThreadPools",
                "TotalBlockedTasks",
                Scope.POOL,
                pool(false, "cassandra_thread_pool_blocked_tasks_total", "Tasks that were blocked by a full queue."));
        row(
                "ThreadPools",
                "MaxPoolSize",
                Scope.POOL,
                pool(true, "cassandra_thread_pool_max_threads", "Threads that the pool may have."));

        row("DroppedMessage", "Dropped", Scope.MESSAGE, DROPPED);

        row("Cache", "Capacity", Scope.CACHE, gauge("cassandra_cache_capacity_bytes", "Capacity of a cache.", "cache"));
        row("Cache", "Size", Scope.CACHE, gauge("cassandra_cache_size_bytes", "Size of a cache.", "cache"));
        row("Cache", "Entries", Scope.CACHE, gauge("cassandra_cache_entries", "Entries of a cache.", "cache"));
        row(
                "Cache",
                "Requests",
                Scope.CACHE,
                counter("cassandra_cache_requests_total", "Look-ups in a cache.", "cache"));
        row("Cache", "Hits", Scope.CACHE, counter("cassandra_cache_hits_total", "Look-ups that hit.", "cache"));
        row("Cache", "Misses", Scope.CACHE, counter("cassandra_cache_misses_total", "Look-ups that missed.", "cache"));

        row(
                "Storage",
                "Load",
                Scope.NONE,
                gauge("cassandra_storage_load_bytes", "On-disk size of the live data of this node."));
        row(
                "Storage",
                "Exceptions",
                Scope.NONE,
                counter("cassandra_storage_exceptions_total", "Exceptions that nobody caught."));
        row(
                "Storage",
                "TotalHints",
                Scope.NONE,
                counter("cassandra_storage_hints_total", "Hints written on this node since it started."));
        row(
                "Storage",
                "TotalHintsInProgress",
                Scope.NONE,
                gauge("cassandra_storage_hints_in_progress", "Hints being written now."));

        row(
                "CommitLog",
                "CompletedTasks",
                Scope.NONE,
                counter("cassandra_commit_log_completed_tasks_total", "Commit log messages written."));
        row(
                "CommitLog",
                "PendingTasks",
                Scope.NONE,
                gauge("cassandra_commit_log_pending_tasks", "Commit log messages written and not yet synced."));
        row(
                "CommitLog",
                "TotalCommitLogSize",
                Scope.NONE,
                gauge("cassandra_commit_log_size_bytes", "Size of all commit log segments."));
        row(
                "CommitLog",
                "WaitingOnSegmentAllocation",
                Scope.NONE,
                histogram("cassandra_commit_log_segment_wait_seconds", "Time waited for a commit log segment."));
        row(
                "CommitLog",
                "WaitingOnCommit",
                Scope.NONE,
                histogram("cassandra_commit_log_commit_wait_seconds", "Time waited for a commit log sync."));
    }

    private CassandraMetrics() {}

    private static Metric pool(boolean gauge, String name, String help) {
        return gauge ? gauge(name, help, "group", "pool") : counter(name, help, "group", "pool");
    }

    private static void row(String type, String name, Scope scope, Metric family) {
        ROWS.put(type + "." + name, new Row(family, scope));
        FAMILIES.add(family);
    }

    public static List<Metric> all() {
        return Collections.unmodifiableList(FAMILIES);
    }

    /** @return null if that metric is not exported */
    public static Row row(String type, String name) {
        return ROWS.get(type + "." + name);
    }

    /** What the scope of a Cassandra metric says. */
    private enum Scope {
        NONE,
        OPERATION,
        POOL,
        MESSAGE,
        CACHE
    }

    /** One row of the table. Immutable. */
    public static final class Row {
        private final Metric family;
        private final Scope scope;

        Row(Metric family, Scope scope) {
            this.family = family;
            this.scope = scope;
        }

        public Metric family() {
            return family;
        }

        /**
         * @param text the scope of Cassandra's metric, empty if it has none
         * @return label values; null if the metric with that scope is not exported
         */
        public String[] labelValues(String text) {
            switch (scope) {
                case NONE:
                    return text.isEmpty() ? new String[0] : null;
                case OPERATION:
                    return single(OPERATIONS.get(text));
                case CACHE:
                    return single(CACHES.get(text));
                case MESSAGE:
                    return text.isEmpty() ? null : single(text);
                default:
                    // path.pool; a pool name has no dot
                    int dot = text.indexOf('.');
                    return dot < 0 ? null : new String[] {text.substring(0, dot), text.substring(dot + 1)};
            }
        }

        private static String[] single(String value) {
            return value == null ? null : new String[] {value};
        }
    }
}
