package io.foreread.exporter.catalog;

import static io.foreread.exporter.catalog.Metric.Unit.BYTES;
import static io.foreread.exporter.catalog.Metric.Unit.BYTES_PER_SECOND;
import static io.foreread.exporter.catalog.Metric.Unit.NONE;
import static io.foreread.exporter.catalog.Metric.Unit.SECONDS;
import static io.foreread.exporter.catalog.Metric.gauge;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Metrics of a node that are not in Cassandra's registry: ring, gossip, active operations, settings, file systems,
 * certificates. Here even metrics of {@link Refresh#LIVE} are read in the background, every few seconds, because reading
 * them is expensive.
 */
public final class NodeFacts {
    private static final List<Fact> ALL = new ArrayList<>();

    private static final String FAILURE_DETECTOR = "org.apache.cassandra.net:type=FailureDetector";
    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";
    private static final String STORAGE_PROXY = "org.apache.cassandra.db:type=StorageProxy";
    private static final String COMPACTION_MANAGER = "org.apache.cassandra.db:type=CompactionManager";
    private static final String STREAM_MANAGER = "org.apache.cassandra.net:type=StreamManager";
    private static final String HINTS_SERVICE = "org.apache.cassandra.hints:type=HintsService";

    private static final String DIRECTORIES = STORAGE_SERVICE
            + " AllDataFileLocations, CommitLogLocation, SavedCachesLocation, and the configured hints_directory";

    public static final Metric ENDPOINT_UP = live(
            gauge(
                    "cassandra_endpoint_up",
                    NONE,
                    "Whether this node considers the endpoint alive, 1 or 0; absent once the endpoint has left the ring.",
                    "peer",
                    "datacenter",
                    "rack"),
            FAILURE_DETECTOR + " SimpleStates, AllEndpointStates");
    public static final Metric ENDPOINTS = live(
            gauge(
                    "cassandra_endpoints",
                    NONE,
                    "Endpoints of the ring that this node considers up or down, by their datacenter.",
                    "datacenter",
                    "state"),
            FAILURE_DETECTOR + " SimpleStates, AllEndpointStates");
    public static final Metric ENDPOINT_PHI = live(
            gauge(
                    "cassandra_endpoint_phi",
                    NONE,
                    "Phi value of the failure detector for the endpoint, compared with the convict threshold.",
                    "peer"),
            FAILURE_DETECTOR + " PhiValues");
    public static final Metric PHI_CONVICT_THRESHOLD = live(
            gauge(
                    "cassandra_phi_convict_threshold",
                    NONE,
                    "Phi value above which this node considers an endpoint down."),
            FAILURE_DETECTOR + " PhiConvictThreshold");
    public static final Metric SCHEMA_VERSIONS = live(
            gauge(
                    "cassandra_schema_versions",
                    NONE,
                    "Distinct schema versions of the live nodes; a value that stays above 1 is a schema disagreement."),
            FAILURE_DETECTOR + " AllEndpointStates");

    public static final Metric NODE_MODE = live(
            gauge(
                    "cassandra_node_mode",
                    NONE,
                    "Mode of this node, as in nodetool netstats: 1 for the current mode, 0 for the others.",
                    "mode"),
            STORAGE_SERVICE + " OperationMode");
    public static final Metric NODES = live(
            gauge("cassandra_nodes", NONE, "Nodes of the ring by their state as seen by this node.", "state"),
            STORAGE_SERVICE + " LiveNodes, UnreachableNodes, JoiningNodes, LeavingNodes, MovingNodes");
    public static final Metric GOSSIP_RUNNING = live(
            gauge("cassandra_gossip_running", NONE, "Whether gossip is enabled on this node, 1 or 0."),
            STORAGE_SERVICE + " GossipRunning");
    public static final Metric NATIVE_TRANSPORT_RUNNING = live(
            gauge("cassandra_native_transport_running", NONE, "Whether this node accepts CQL clients, 1 or 0."),
            STORAGE_SERVICE + " NativeTransportRunning");
    public static final Metric COMPACTION_THROTTLE = live(
            gauge(
                    "cassandra_compaction_throttle_bytes_per_second",
                    BYTES_PER_SECOND,
                    "Current compaction throughput limit, 0 for no limit."),
            STORAGE_SERVICE + " CompactionThroughtputBytesPerSec, before 4.1 CompactionThroughputMbPerSec");
    public static final Metric STREAM_THROTTLE = live(
            gauge(
                    "cassandra_stream_throttle_bytes_per_second",
                    BYTES_PER_SECOND,
                    "Current limit of outbound stream throughput, 0 for no limit."),
            STORAGE_SERVICE + " StreamThroughputMebibytesPerSecAsDouble, before 4.1 StreamThroughputMbPerSec");
    public static final Metric COMPACTORS = live(
            gauge("cassandra_compaction_concurrent_limit", NONE, "Maximum number of concurrent compactions."),
            STORAGE_SERVICE + " ConcurrentCompactors");
    public static final Metric INCREMENTAL_BACKUPS = live(
            gauge("cassandra_incremental_backups_enabled", NONE, "Whether incremental backups are enabled, 1 or 0."),
            STORAGE_SERVICE + " IncrementalBackupsEnabled");
    public static final Metric TRACE_PROBABILITY = live(
            gauge("cassandra_trace_probability", NONE, "Share of requests that are traced, from 0 to 1."),
            STORAGE_SERVICE + " TraceProbability");
    public static final Metric HINTED_HANDOFF = live(
            gauge("cassandra_hinted_handoff_enabled", NONE, "Whether hinted handoff is enabled, 1 or 0."),
            STORAGE_PROXY + " HintedHandoffEnabled");

    public static final Metric COMPACTIONS_ACTIVE = live(
            gauge(
                    "cassandra_compactions_active",
                    NONE,
                    "Active compaction-like operations, as in nodetool compactionstats."),
            COMPACTION_MANAGER + " Compactions");
    public static final Metric COMPACTION_ACTIVE_BYTES = live(
            perOperation(
                    "cassandra_compaction_active_bytes", BYTES, "Bytes that the active operations have completed."),
            COMPACTION_MANAGER + " Compactions");
    public static final Metric COMPACTION_ACTIVE_TOTAL_BYTES = live(
            perOperation(
                    "cassandra_compaction_active_total_bytes",
                    BYTES,
                    "Total bytes of the active operations, completed or not."),
            COMPACTION_MANAGER + " Compactions");
    public static final Metric COMPACTION_PROGRESS = live(
            perOperation(
                    "cassandra_compaction_active_progress_ratio",
                    NONE,
                    "Completed share of the active operations, from 0 to 1; each counts bytes, keys or another unit."),
            COMPACTION_MANAGER + " Compactions");
    public static final Metric COMPACTION_REMAINING = live(
            perOperation(
                    "cassandra_compaction_remaining_seconds",
                    SECONDS,
                    "Estimated time until the slowest active operation ends; absent until its speed is known."),
            COMPACTION_MANAGER + " Compactions");

    public static final Metric STREAMS_ACTIVE = live(
            gauge("cassandra_streams_active", NONE, "Active streaming plans, for example of a repair or a bootstrap."),
            STREAM_MANAGER + " CurrentStreams");
    public static final Metric STREAM_SESSIONS = live(
            gauge("cassandra_stream_sessions_active", NONE, "Active stream sessions, by peer.", "peer"),
            STREAM_MANAGER + " CurrentStreams");
    public static final Metric STREAM_BYTES = live(
            perPeer("cassandra_stream_active_bytes", "Bytes that the active streams have transferred."),
            STREAM_MANAGER + " CurrentStreams");
    public static final Metric STREAM_TOTAL_BYTES = live(
            perPeer("cassandra_stream_active_total_bytes", "Total bytes of the active streams, transferred or not."),
            STREAM_MANAGER + " CurrentStreams");

    public static final Metric RING_OWNERSHIP = slow(
            gauge(
                    "cassandra_ring_ownership_ratio",
                    NONE,
                    "Share of the token ring that this node owns as primary replica, from 0 to 1."),
            STORAGE_SERVICE + " Ownership");
    public static final Metric TOKENS =
            slow(gauge("cassandra_tokens", NONE, "Tokens of this node."), STORAGE_SERVICE + " Tokens");
    public static final Metric HINT_FILES = add(Fact.of(
                    perHintedNode(
                            "cassandra_hint_files",
                            NONE,
                            "Hint files on disk for a node, excluding the file that is being written."),
                    HINTS_SERVICE + " PendingHints",
                    Refresh.SLOW)
            .since("4.1"));
    public static final Metric HINT_FILES_BYTES = add(Fact.of(
                    perHintedNode("cassandra_hint_files_bytes", BYTES, "Size of the hint files on disk for a node."),
                    HINTS_SERVICE + " PendingHints",
                    Refresh.SLOW)
            .since("6.0"));
    public static final Metric HINT_OLDEST = add(Fact.of(
                    perHintedNode(
                            "cassandra_hint_oldest_timestamp_seconds",
                            SECONDS,
                            "Unix time of the oldest hint file for a node."),
                    HINTS_SERVICE + " PendingHints",
                    Refresh.SLOW)
            .since("4.1"));

    public static final Metric FILESYSTEM_SIZE = slow(
            perDirectory(
                    "cassandra_filesystem_size_bytes",
                    "Size of the file system of a directory; absent while it cannot be read, and over remote JMX."),
            DIRECTORIES);
    public static final Metric FILESYSTEM_AVAILABLE = slow(
            perDirectory(
                    "cassandra_filesystem_avail_bytes",
                    "Space that Cassandra can still use in the file system of a directory, without reserved blocks."),
            DIRECTORIES);

    public static final Metric CERTIFICATE_EXPIRY = slow(
            gauge(
                    "cassandra_tls_certificate_expiry_timestamp_seconds",
                    SECONDS,
                    "Unix time at which a certificate of the node expires, if encryption is enabled; not over remote JMX.",
                    "certificate",
                    "subject"),
            "keystores of client_encryption_options and server_encryption_options");
    public static final Metric DISK_ACCESS_MODE = slow(
            gauge(
                    "cassandra_disk_access_mode",
                    NONE,
                    "How this node accesses sstables: 1 for the current disk_access_mode, 0 for the others; not over remote JMX.",
                    "mode"),
            "DatabaseDescriptor getDiskAccessMode, getIndexAccessMode");

    public static final Metric SNAPSHOTS = rare(
            gauge("cassandra_snapshots", NONE, "Snapshots on this node; a snapshot of several tables counts once."));
    public static final Metric SNAPSHOTS_TRUE_SIZE = rare(
            gauge(
                    "cassandra_snapshots_true_size_bytes",
                    BYTES,
                    "True size of all snapshots, as in nodetool listsnapshots: files that are no longer live; rounded to 0.5 % before 6.0."));
    public static final Metric SNAPSHOTS_SIZE_ON_DISK = rare(gauge(
            "cassandra_snapshots_size_on_disk_bytes",
            BYTES,
            "Size on disk of all snapshots, as in nodetool listsnapshots, live files included; rounded to 0.5 %."));

    private NodeFacts() {}

    private static Metric perOperation(String name, Metric.Unit unit, String help) {
        return gauge(name, unit, help, "type", "keyspace", "table");
    }

    private static Metric perPeer(String name, String help) {
        return gauge(name, BYTES, help, "peer", "direction");
    }

    private static Metric perDirectory(String name, String help) {
        return gauge(name, BYTES, help, "directory", "kind");
    }

    private static Metric perHintedNode(String name, Metric.Unit unit, String help) {
        return gauge(name, unit, help, "peer", "host_id");
    }

    private static Metric live(Metric metric, String source) {
        return add(Fact.of(metric, source, Refresh.LIVE));
    }

    private static Metric slow(Metric metric, String source) {
        return add(Fact.of(metric, source, Refresh.SLOW));
    }

    private static Metric rare(Metric metric) {
        return add(Fact.of(metric, STORAGE_SERVICE + " SnapshotDetails", Refresh.RARE));
    }

    private static Metric add(Fact fact) {
        ALL.add(fact);
        return fact.metric();
    }

    public static List<Fact> all() {
        return Collections.unmodifiableList(ALL);
    }
}
