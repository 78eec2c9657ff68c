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

/** Reads the state of this node, and settings that can change at run time. */
final class NodeStateReader extends FactReader {
    private static final ObjectName STORAGE = Attributes.name("org.apache.cassandra.db:type=StorageService");
    private static final ObjectName PROXY = Attributes.name("org.apache.cassandra.db:type=StorageProxy");

    /**
     * Modes that exist on every line. They are always exported, with the value 1 for the current mode and 0 for the
     * others, because alerts use them. A mode that is not in this list is exported only while it is the current mode.
     */
    private static final List<String> MODES = Collections.unmodifiableList(Arrays.asList(
            "STARTING", "NORMAL", "JOINING", "LEAVING", "DECOMMISSIONED", "MOVING", "DRAINING", "DRAINED"));

    private static final double MEBIBYTE = 1 << 20;
    /** Before 4.1 a megabit has 2^20 bits in Cassandra. */
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
        storage.emitSize("LiveNodes", nodes -> sink.emit(NodeFacts.NODES, nodes, "live"));
        storage.emitSize("UnreachableNodes", nodes -> sink.emit(NodeFacts.NODES, nodes, "unreachable"));
        storage.emitSize("JoiningNodes", nodes -> sink.emit(NodeFacts.NODES, nodes, "joining"));
        storage.emitSize("LeavingNodes", nodes -> sink.emit(NodeFacts.NODES, nodes, "leaving"));
        storage.emitSize("MovingNodes", nodes -> sink.emit(NodeFacts.NODES, nodes, "moving"));
        storage.emit("GossipRunning", value -> sink.emit(NodeFacts.GOSSIP_RUNNING, value));
        storage.emit("NativeTransportRunning", value -> sink.emit(NodeFacts.NATIVE_TRANSPORT_RUNNING, value));
        throttles(storage, sink);
        storage.emit("ConcurrentCompactors", value -> sink.emit(NodeFacts.COMPACTORS, value));
        storage.emit("IncrementalBackupsEnabled", value -> sink.emit(NodeFacts.INCREMENTAL_BACKUPS, value));
        storage.emit("TraceProbability", value -> sink.emit(NodeFacts.TRACE_PROBABILITY, value));
        Attributes.of(connection, PROXY, "HintedHandoffEnabled")
                .emit("HintedHandoffEnabled", value -> sink.emit(NodeFacts.HINTED_HANDOFF, value));
    }

    private static void mode(String current, FactSink sink) {
        Set<String> modes = new LinkedHashSet<>(MODES);
        modes.add(current);
        for (String mode : modes) sink.emit(NodeFacts.NODE_MODE, mode.equals(current) ? 1 : 0, mode);
    }

    private static void throttles(Attributes storage, FactSink sink) {
        if (storage.has("CompactionThroughtputBytesPerSec"))
            storage.emit("CompactionThroughtputBytesPerSec", value -> sink.emit(NodeFacts.COMPACTION_THROTTLE, value));
        else
            storage.emit(
                    "CompactionThroughputMbPerSec",
                    value -> sink.emit(NodeFacts.COMPACTION_THROTTLE, value * MEBIBYTE));
        if (storage.has("StreamThroughputMebibytesPerSecAsDouble"))
            storage.emit(
                    "StreamThroughputMebibytesPerSecAsDouble",
                    value -> sink.emit(NodeFacts.STREAM_THROTTLE, value * MEBIBYTE));
        else storage.emit("StreamThroughputMbPerSec", value -> sink.emit(NodeFacts.STREAM_THROTTLE, value * MEBIBIT));
    }
}
