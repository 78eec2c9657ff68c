package io.foreread.exporter.mbean;

import static io.foreread.exporter.mbean.StubNode.STORAGE_SERVICE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import javax.management.JMException;
import org.junit.jupiter.api.Test;

class NodeStateReaderTest {
    private final StubNode node = new StubNode();
    private final NodeStateReader reader = new NodeStateReader();

    @Test
    void exportsStateAndSettings() throws JMException {
        node.with(
                        STORAGE_SERVICE,
                        "OperationMode",
                        "NORMAL",
                        "LiveNodes",
                        List.of("10.0.0.1", "10.0.0.2"),
                        "UnreachableNodes",
                        List.of("10.0.0.3"),
                        "JoiningNodes",
                        List.of(),
                        "GossipRunning",
                        true,
                        "NativeTransportRunning",
                        false,
                        "ConcurrentCompactors",
                        2,
                        "IncrementalBackupsEnabled",
                        false,
                        "TraceProbability",
                        0.25)
                .with("org.apache.cassandra.db:type=StorageProxy", "HintedHandoffEnabled", true);
        assertThat(node.recorded(reader))
                .containsEntry("cassandra_node_mode[NORMAL]", 1.0)
                .containsEntry("cassandra_node_mode[DRAINED]", 0.0)
                .containsEntry("cassandra_nodes[live]", 2.0)
                .containsEntry("cassandra_nodes[unreachable]", 1.0)
                .containsEntry("cassandra_nodes[joining]", 0.0)
                .doesNotContainKey("cassandra_nodes[leaving]")
                .containsEntry("cassandra_gossip_running", 1.0)
                .containsEntry("cassandra_native_transport_running", 0.0)
                .containsEntry("cassandra_compaction_concurrent_limit", 2.0)
                .containsEntry("cassandra_incremental_backups_enabled", 0.0)
                .containsEntry("cassandra_trace_probability", 0.25)
                .containsEntry("cassandra_hinted_handoff_enabled", 1.0);
    }

    @Test
    void modeThatOnlySomeLinesHaveIsExportedOnlyWhileItIsCurrent() throws JMException {
        node.with(STORAGE_SERVICE, "OperationMode", "DECOMMISSION_FAILED");
        assertThat(node.recorded(reader))
                .containsEntry("cassandra_node_mode[DECOMMISSION_FAILED]", 1.0)
                .containsEntry("cassandra_node_mode[NORMAL]", 0.0);
        node.with(STORAGE_SERVICE, "OperationMode", "NORMAL");
        assertThat(node.recorded(reader)).doesNotContainKey("cassandra_node_mode[DECOMMISSION_FAILED]");
    }

    @Test
    void throttlesAreInBytesPerSecondOnEveryLine() throws JMException {
        node.with(
                STORAGE_SERVICE,
                "OperationMode",
                "NORMAL",
                "CompactionThroughputMbPerSec",
                16,
                "StreamThroughputMbPerSec",
                200);
        assertThat(node.recorded(reader))
                .containsAllEntriesOf(Map.of(
                        "cassandra_compaction_throttle_bytes_per_second", 16_777_216.0,
                        "cassandra_stream_throttle_bytes_per_second", 26_214_400.0));
        node.with(
                STORAGE_SERVICE,
                "CompactionThroughtputBytesPerSec",
                500L,
                "StreamThroughputMebibytesPerSecAsDouble",
                0.5);
        assertThat(node.recorded(reader))
                .containsAllEntriesOf(Map.of(
                        "cassandra_compaction_throttle_bytes_per_second",
                        500.0,
                        "cassandra_stream_throttle_bytes_per_second",
                        524_288.0));
    }
}
