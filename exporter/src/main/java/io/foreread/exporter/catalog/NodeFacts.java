package io.foreread.exporter.catalog;

import static io.foreread.exporter.catalog.Metric.Unit.BYTES;
import static io.foreread.exporter.catalog.Metric.Unit.NONE;
import static io.foreread.exporter.catalog.Metric.Unit.SECONDS;
import static io.foreread.exporter.catalog.Metric.gauge;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What Cassandra's MBeans expose and its registry does not: the ring, gossip, what runs now, settings. Those that are
 * {@link Refresh#LIVE} are read every few seconds, for reading them is more than looking at a number.
 */
public final class NodeFacts {
    private static final List<Fact> ALL = new ArrayList<>();

    private static final String FAILURE_DETECTOR = "org.apache.cassandra.net:type=FailureDetector";
    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";
    private static final String STORAGE_PROXY = "org.apache.cassandra.db:type=StorageProxy";
    private static final String COMPACTION_MANAGER = "org.apache.cassandra.db:type=CompactionManager";
    private static final String STREAM_MANAGER = "org.apache.cassandra.net:type=StreamManager";
    private static final String HINTS_SERVICE = "org.apache.cassandra.hints:type=HintsService";

    public static final Metric ENDPOINT_UP = live(
            gauge(
                    "cassandra_endpoint_up",
                    NONE,
                    "Whether this node takes a node of the ring for alive, 1 or 0; absent once it has left.",
                    "endpoint",
                    "datacenter",
                    "rack"),
            FAILURE_DETECTOR + " SimpleStates, AllEndpointStates");
    public static final Metric ENDPOINTS = live(
            gauge("cassandra_endpoints", NONE, "Nodes of the ring that are up or down for this node.", "state"),
            FAILURE_DETECTOR + " SimpleStates, AllEndpointStates");
    public static final Metric ENDPOINT_PHI = live(
            gauge(
                    "cassandra_endpoint_phi",
                    NONE,
                    "Suspicion that another node is down, on the scale of the convict threshold.",
                    "endpoint"),
            FAILURE_DETECTOR + " PhiValues");
    public static final Metric PHI_CONVICT_THRESHOLD = live(
            gauge("cassandra_phi_convict_threshold", NONE, "Suspicion beyond which this node takes another for down."),
            FAILURE_DETECTOR + " PhiConvictThreshold");
    public static final Metric SCHEMA_VERSIONS = live(
            gauge(
                    "cassandra_schema_versions",
                    NONE,
                    "Distinct schema versions that live nodes have gossiped: more than 1 for long is a disagreement."),
            FAILURE_DETECTOR + " AllEndpointStates");

    public static final Metric NODE_MODE = live(
            gauge(
                    "cassandra_node_mode",
                    NONE,
                    "Mode of this node as nodetool netstats has it: 1 for the current one, 0 for others.",
                    "mode"),
            STORAGE_SERVICE + " OperationMode");
    public static final Metric NODES = live(
            gauge("cassandra_nodes", NONE, "Nodes of the ring by what this node knows of them.", "state"),
            STORAGE_SERVICE + " LiveNodes, UnreachableNodes, JoiningNodes, LeavingNodes, MovingNodes");
    public static final Metric GOSSIP_RUNNING = live(
            gauge("cassandra_gossip_running", NONE, "Whether this node gossips, 1 or 0."),
            STORAGE_SERVICE + " GossipRunning");
    public static final Metric NATIVE_TRANSPORT_RUNNING = live(
            gauge("cassandra_native_transport_running", NONE, "Whether this node takes CQL clients, 1 or 0."),
            STORAGE_SERVICE + " NativeTransportRunning");
    public static final Metric COMPACTION_THROTTLE = live(
            gauge(
                    "cassandra_compaction_throttle_bytes",
                    BYTES,
                    "Bytes per second that all compactions together may scan as configured now, 0 for no limit."),
            STORAGE_SERVICE + " CompactionThroughtputBytesPerSec, before 4.1 CompactionThroughputMbPerSec");
    public static final Metric STREAM_THROTTLE = live(
            gauge(
                    "cassandra_stream_throttle_bytes",
                    BYTES,
                    "Bytes per second that outbound streams may send as configured now, 0 for no limit."),
            STORAGE_SERVICE + " StreamThroughputMebibytesPerSecAsDouble, before 4.1 StreamThroughputMbPerSec");
    public static final Metric COMPACTORS = live(
            gauge("cassandra_compaction_concurrent_limit", NONE, "Compactions that may run at the same time."),
            STORAGE_SERVICE + " ConcurrentCompactors");
    public static final Metric INCREMENTAL_BACKUPS = live(
            gauge(
                    "cassandra_incremental_backups_enabled",
                    NONE,
                    "Whether every flushed sstable is also linked into backups, 1 or 0."),
            STORAGE_SERVICE + " IncrementalBackupsEnabled");
    public static final Metric TRACE_PROBABILITY = live(
            gauge("cassandra_trace_probability", NONE, "Share of requests that are traced, from 0 to 1."),
            STORAGE_SERVICE + " TraceProbability");
    public static final Metric HINTED_HANDOFF = live(
            gauge(
                    "cassandra_hinted_handoff_enabled",
                    NONE,
                    "Whether this node keeps hints for nodes that are down, 1 or 0."),
            STORAGE_PROXY + " HintedHandoffEnabled");

    public static final Metric COMPACTIONS_ACTIVE = live(
            gauge(
                    "cassandra_compactions_active",
                    NONE,
                    "Compaction-like operations that run now, as nodetool compactionstats lists them."),
            COMPACTION_MANAGER + " Compactions");
    public static final Metric COMPACTION_ACTIVE_BYTES = live(
            perOperation("cassandra_compaction_active_bytes", BYTES, "Work done by operations that run now."),
            COMPACTION_MANAGER + " Compactions");
    public static final Metric COMPACTION_ACTIVE_TOTAL_BYTES = live(
            perOperation(
                    "cassandra_compaction_active_total_bytes",
                    BYTES,
                    "All the work of operations that run now, done or not."),
            COMPACTION_MANAGER + " Compactions");
    public static final Metric COMPACTION_PROGRESS = live(
            perOperation(
                    "cassandra_compaction_active_progress_ratio",
                    NONE,
                    "Share of their work that operations that run now have done, whatever its unit."),
            COMPACTION_MANAGER + " Compactions");
    public static final Metric COMPACTION_REMAINING = live(
            perOperation(
                    "cassandra_compaction_remaining_seconds",
                    SECONDS,
                    "Time to the end of the slowest operation at its present pace; absent until that is known."),
            COMPACTION_MANAGER + " Compactions");

    public static final Metric STREAMS_ACTIVE = live(
            gauge("cassandra_streams_active", NONE, "Streaming plans under way, such as a repair's or a bootstrap's."),
            STREAM_MANAGER + " CurrentStreams");
    public static final Metric STREAM_SESSIONS = live(
            gauge("cassandra_stream_sessions_active", NONE, "Sessions of streams that run now, by peer.", "endpoint"),
            STREAM_MANAGER + " CurrentStreams");
    public static final Metric STREAM_BYTES = live(
            perPeer("cassandra_stream_active_bytes", "Bytes streamed so far by streams that run now."),
            STREAM_MANAGER + " CurrentStreams");
    public static final Metric STREAM_TOTAL_BYTES = live(
            perPeer("cassandra_stream_active_total_bytes", "Bytes to stream, done or not, of streams that run now."),
            STREAM_MANAGER + " CurrentStreams");

    public static final Metric RING_OWNERSHIP = slow(
            gauge(
                    "cassandra_ring_ownership_ratio",
                    NONE,
                    "Share of the token ring that this node owns as first replica, from 0 to 1."),
            STORAGE_SERVICE + " Ownership");
    public static final Metric TOKENS =
            slow(gauge("cassandra_tokens", NONE, "Tokens of this node."), STORAGE_SERVICE + " Tokens");
    public static final Metric HINT_FILES = add(Fact.of(
                    perHintedNode(
                            "cassandra_hint_files",
                            NONE,
                            "Files of hints on disk for a node, without the one that is being written."),
                    HINTS_SERVICE + " PendingHints",
                    Refresh.SLOW)
            .since("4.1"));
    public static final Metric HINT_FILES_BYTES = add(Fact.of(
                    perHintedNode("cassandra_hint_files_bytes", BYTES, "Size of the hints on disk for a node."),
                    HINTS_SERVICE + " PendingHints",
                    Refresh.SLOW)
            .since("6.0"));
    public static final Metric HINT_OLDEST = add(Fact.of(
                    perHintedNode(
                            "cassandra_hint_oldest_timestamp_seconds",
                            SECONDS,
                            "Unix time of the oldest file of hints for a node."),
                    HINTS_SERVICE + " PendingHints",
                    Refresh.SLOW)
            .since("4.1"));

    public static final Metric SNAPSHOTS =
            rare(gauge("cassandra_snapshots", NONE, "Snapshots on this node, each once however many tables it has."));
    public static final Metric SNAPSHOTS_SIZE = rare(gauge(
            "cassandra_snapshots_size_bytes",
            BYTES,
            "Disk space that only snapshots still hold, up to 0.5 % off before 6.0."));
    public static final Metric SNAPSHOTS_WHOLE_SIZE = rare(gauge(
            "cassandra_snapshots_whole_size_bytes",
            BYTES,
            "Size of all files in snapshots, those that are live too included, up to 0.5 % off."));

    private NodeFacts() {}

    private static Metric perOperation(String name, Metric.Unit unit, String help) {
        return gauge(name, unit, help, "type", "keyspace", "table");
    }

    private static Metric perPeer(String name, String help) {
        return gauge(name, BYTES, help, "endpoint", "direction");
    }

    private static Metric perHintedNode(String name, Metric.Unit unit, String help) {
        return gauge(name, unit, help, "endpoint", "host_id");
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

    /** In the order of the exposition. */
    public static List<Fact> all() {
        return Collections.unmodifiableList(ALL);
    }
}
