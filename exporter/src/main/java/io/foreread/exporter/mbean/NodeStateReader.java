package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.catalog.Refresh;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/** What this node does at all, and settings that can be changed while it runs. */
final class NodeStateReader extends FactReader {
    private static final ObjectName STORAGE = Attributes.name("org.apache.cassandra.db:type=StorageService");
    private static final ObjectName PROXY = Attributes.name("org.apache.cassandra.db:type=StorageProxy");

    /** Those that every line knows; an alert needs a 0 to compare with. Others are told while they last. */
    private static final List<String> MODES = Collections.unmodifiableList(Arrays.asList(
            "STARTING", "NORMAL", "JOINING", "LEAVING", "DECOMMISSIONED", "MOVING", "DRAINING", "DRAINED"));

    private static final double MEBIBYTE = 1 << 20;
    /** Before 4.1 Cassandra takes a megabit for 2^20 bits. */
    private static final double MEBIBIT = MEBIBYTE / 8;

    NodeStateReader() {
        super(
                "node_state",
                Refresh.LIVE,
                Arrays.asList(
                        NodeFacts.NODE_MODE,
                        NodeFacts.NODES,
                        NodeFacts.GOSSIP_RUNNING,
                        NodeFacts.NATIVE_TRANSPORT_RUNNING,
                        NodeFacts.COMPACTION_THROTTLE,
                        NodeFacts.STREAM_THROTTLE,
                        NodeFacts.COMPACTORS,
                        NodeFacts.INCREMENTAL_BACKUPS,
                        NodeFacts.TRACE_PROBABILITY,
                        NodeFacts.HINTED_HANDOFF));
    }

    @Override
    void read(MBeanServerConnection connection, FactSink sink) throws JMException, IOException {
        Attributes storage = Attributes.of(
                connection,
                STORAGE,
                "OperationMode",
                "LiveNodes",
                "UnreachableNodes",
                "JoiningNodes",
                "LeavingNodes",
                "MovingNodes",
                "GossipRunning",
                "NativeTransportRunning",
                "CompactionThroughtputBytesPerSec",
                "CompactionThroughputMbPerSec",
                "StreamThroughputMebibytesPerSecAsDouble",
                "StreamThroughputMbPerSec",
                "ConcurrentCompactors",
                "IncrementalBackupsEnabled",
                "TraceProbability");
        mode(storage.required("OperationMode", String.class), sink);
        storage.tellSize("LiveNodes", nodes -> sink.tell(NodeFacts.NODES, nodes, "live"));
        storage.tellSize("UnreachableNodes", nodes -> sink.tell(NodeFacts.NODES, nodes, "unreachable"));
        storage.tellSize("JoiningNodes", nodes -> sink.tell(NodeFacts.NODES, nodes, "joining"));
        storage.tellSize("LeavingNodes", nodes -> sink.tell(NodeFacts.NODES, nodes, "leaving"));
        storage.tellSize("MovingNodes", nodes -> sink.tell(NodeFacts.NODES, nodes, "moving"));
        storage.tell("GossipRunning", value -> sink.tell(NodeFacts.GOSSIP_RUNNING, value));
        storage.tell("NativeTransportRunning", value -> sink.tell(NodeFacts.NATIVE_TRANSPORT_RUNNING, value));
        throttles(storage, sink);
        storage.tell("ConcurrentCompactors", value -> sink.tell(NodeFacts.COMPACTORS, value));
        storage.tell("IncrementalBackupsEnabled", value -> sink.tell(NodeFacts.INCREMENTAL_BACKUPS, value));
        storage.tell("TraceProbability", value -> sink.tell(NodeFacts.TRACE_PROBABILITY, value));
        Attributes.of(connection, PROXY, "HintedHandoffEnabled")
                .tell("HintedHandoffEnabled", value -> sink.tell(NodeFacts.HINTED_HANDOFF, value));
    }

    private static void mode(String current, FactSink sink) {
        Set<String> modes = new LinkedHashSet<>(MODES);
        modes.add(current);
        for (String mode : modes) sink.tell(NodeFacts.NODE_MODE, mode.equals(current) ? 1 : 0, mode);
    }

    private static void throttles(Attributes storage, FactSink sink) {
        if (storage.has("CompactionThroughtputBytesPerSec"))
            storage.tell("CompactionThroughtputBytesPerSec", value -> sink.tell(NodeFacts.COMPACTION_THROTTLE, value));
        else
            storage.tell(
                    "CompactionThroughputMbPerSec",
                    value -> sink.tell(NodeFacts.COMPACTION_THROTTLE, value * MEBIBYTE));
        if (storage.has("StreamThroughputMebibytesPerSecAsDouble"))
            storage.tell(
                    "StreamThroughputMebibytesPerSecAsDouble",
                    value -> sink.tell(NodeFacts.STREAM_THROTTLE, value * MEBIBYTE));
        else storage.tell("StreamThroughputMbPerSec", value -> sink.tell(NodeFacts.STREAM_THROTTLE, value * MEBIBIT));
    }
}
