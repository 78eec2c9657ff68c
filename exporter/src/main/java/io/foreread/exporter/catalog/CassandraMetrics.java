package io.foreread.exporter.catalog;

import static io.foreread.exporter.catalog.Metric.Unit.BYTES;
import static io.foreread.exporter.catalog.Metric.Unit.NONE;
import static io.foreread.exporter.catalog.Metric.Unit.SECONDS;
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
 * becomes labels ({@link Scope}). What a release does not have is absent, never zero.
 */
public final class CassandraMetrics {
    public static final Metric CACHE_REQUESTS =
            counter("cassandra_cache_requests_total", NONE, "Look-ups in a cache.", "cache");
    public static final Metric CACHE_HITS = counter("cassandra_cache_hits_total", NONE, "Look-ups that hit.", "cache");
    public static final Metric CACHE_MISSES =
            counter("cassandra_cache_misses_total", NONE, "Look-ups that missed.", "cache");

    private static final Map<String, Row> ROWS = new HashMap<>();
    private static final List<Metric> FAMILIES = new ArrayList<>();

    static {
        clientRequests();
        compaction();
        threadPools();
        droppedMessages();
        caches();
        storage();
        commitLog();
    }

    private CassandraMetrics() {}

    private static void clientRequests() {
        String type = "ClientRequest";
        String[] labels = {"operation"};
        row(
                type,
                "Latency",
                Scope.OPERATION,
                histogram(
                        "cassandra_client_request_latency_seconds",
                        SECONDS,
                        "Latency of client requests at the coordinator.",
                        labels));
        row(
                type,
                "Timeouts",
                Scope.OPERATION,
                counter(
                        "cassandra_client_request_timeouts_total",
                        NONE,
                        "Client requests that timed out at the coordinator.",
                        labels));
        row(
                type,
                "Unavailables",
                Scope.OPERATION,
                counter(
                        "cassandra_client_request_unavailables_total",
                        NONE,
                        "Client requests refused because too few replicas were alive.",
                        labels));
        row(
                type,
                "Failures",
                Scope.OPERATION,
                counter(
                        "cassandra_client_request_failures_total",
                        NONE,
                        "Client requests that failed on a replica.",
                        labels));
    }

    private static void compaction() {
        String type = "Compaction";
        row(
                type,
                "PendingTasks",
                Scope.NONE,
                gauge("cassandra_compaction_pending_tasks", NONE, "Compactions estimated to be due."));
        row(
                type,
                "CompletedTasks",
                Scope.NONE,
                counter(
                        "cassandra_compaction_completed_tasks_total",
                        NONE,
                        "Tasks that the compaction executors have completed, checks that found nothing included."));
        row(
                type,
                "TotalCompactionsCompleted",
                Scope.NONE,
                counter(
                        "cassandra_compaction_completed_total",
                        NONE,
                        "Compaction-like operations completed, as Cassandra counts them."));
        row(
                type,
                "BytesCompacted",
                Scope.NONE,
                counter(
                        "cassandra_compaction_planned_bytes_total",
                        BYTES,
                        "Planned work of ended operations, added at their end and in mixed units: no throughput."));
        row(
                type,
                "CompactionsAborted",
                Scope.NONE,
                counter("cassandra_compaction_aborted_total", NONE, "Compactions aborted for lack of disk space."));
        row(
                type,
                "CompactionsReduced",
                Scope.NONE,
                counter(
                        "cassandra_compaction_reduced_total",
                        NONE,
                        "Compactions made smaller for lack of disk space."));
        row(
                type,
                "SSTablesDroppedFromCompaction",
                Scope.NONE,
                counter(
                        "cassandra_compaction_dropped_sstables_total",
                        NONE,
                        "Sstables left out of compactions for lack of disk space."));
    }

    private static void threadPools() {
        String type = "ThreadPools";
        String[] labels = {"group", "pool"};
        row(
                type,
                "ActiveTasks",
                Scope.POOL,
                gauge("cassandra_thread_pool_active_tasks", NONE, "Tasks being executed.", labels));
        row(
                type,
                "PendingTasks",
                Scope.POOL,
                gauge("cassandra_thread_pool_pending_tasks", NONE, "Tasks waiting for a thread.", labels));
        row(
                type,
                "CompletedTasks",
                Scope.POOL,
                counter("cassandra_thread_pool_completed_tasks_total", NONE, "Tasks executed.", labels));
        row(
                type,
                "CurrentlyBlockedTasks",
                Scope.POOL,
                gauge(
                        "cassandra_thread_pool_currently_blocked_tasks",
                        NONE,
                        "Tasks blocked now because the queue is full.",
                        labels));
        row(
                type,
                "TotalBlockedTasks",
                Scope.POOL,
                counter(
                        "cassandra_thread_pool_blocked_tasks_total",
                        NONE,
                        "Tasks that were ever blocked by a full queue.",
                        labels));
        row(
                type,
                "MaxPoolSize",
                Scope.POOL,
                gauge("cassandra_thread_pool_max_threads", NONE, "Threads that the pool may have.", labels));
    }

    private static void droppedMessages() {
        row(
                "DroppedMessage",
                "Dropped",
                Scope.MESSAGE,
                counter(
                        "cassandra_dropped_messages_total",
                        NONE,
                        "Messages dropped because they were too old to answer.",
                        "message_type"));
    }

    private static void caches() {
        String type = "Cache";
        String[] labels = {"cache"};
        row(
                type,
                "Capacity",
                Scope.CACHE,
                gauge("cassandra_cache_capacity_bytes", BYTES, "Most that a cache may hold.", labels));
        row(type, "Size", Scope.CACHE, gauge("cassandra_cache_size_bytes", BYTES, "What a cache holds now.", labels));
        row(type, "Entries", Scope.CACHE, gauge("cassandra_cache_entries", NONE, "Entries of a cache.", labels));
        row(type, "Requests", Scope.CACHE, CACHE_REQUESTS);
        row(type, "Hits", Scope.CACHE, CACHE_HITS);
        row(type, "Misses", Scope.CACHE, CACHE_MISSES);
    }

    private static void storage() {
        String type = "Storage";
        row(
                type,
                "Load",
                Scope.NONE,
                gauge("cassandra_storage_load_bytes", BYTES, "On-disk size of the live data of this node."));
        row(
                type,
                "Exceptions",
                Scope.NONE,
                counter("cassandra_storage_exceptions_total", NONE, "Exceptions that nobody caught."));
        row(
                type,
                "TotalHints",
                Scope.NONE,
                counter("cassandra_storage_hints_total", NONE, "Hints written on this node since it started."));
        row(
                type,
                "TotalHintsInProgress",
                Scope.NONE,
                gauge("cassandra_storage_hints_in_progress", NONE, "Hints being written now."));
    }

    private static void commitLog() {
        String type = "CommitLog";
        row(
                type,
                "CompletedTasks",
                Scope.NONE,
                counter("cassandra_commit_log_completed_tasks_total", NONE, "Commit log messages written."));
        row(
                type,
                "PendingTasks",
                Scope.NONE,
                gauge("cassandra_commit_log_pending_tasks", NONE, "Commit log messages written and not yet synced."));
        row(
                type,
                "TotalCommitLogSize",
                Scope.NONE,
                gauge("cassandra_commit_log_size_bytes", BYTES, "Size of all commit log segments."));
        row(
                type,
                "WaitingOnSegmentAllocation",
                Scope.NONE,
                histogram(
                        "cassandra_commit_log_segment_wait_seconds",
                        SECONDS,
                        "Time waited for a commit log segment; the sum is of bucket bounds."));
        row(
                type,
                "WaitingOnCommit",
                Scope.NONE,
                histogram(
                        "cassandra_commit_log_commit_wait_seconds",
                        SECONDS,
                        "Time waited for a commit log sync; the sum is of bucket bounds."));
    }

    private static void row(String type, String name, Scope scope, Metric family) {
        ROWS.put(type + "." + name, new Row(family, scope));
        FAMILIES.add(family);
    }

    /** All families, in the order of the table. */
    public static List<Metric> all() {
        return Collections.unmodifiableList(FAMILIES);
    }

    /** @return null if that metric is not exported */
    public static Row row(String type, String name) {
        return ROWS.get(type + "." + name);
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
            return scope.labelValues(text);
        }
    }
}
