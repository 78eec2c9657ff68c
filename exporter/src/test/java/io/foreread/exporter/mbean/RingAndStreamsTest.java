package io.foreread.exporter.mbean;

import static io.foreread.exporter.mbean.StubNode.STORAGE_SERVICE;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.JMException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenDataException;
import org.junit.jupiter.api.Test;

class RingAndStreamsTest {
    private static final String STREAM_MANAGER = "org.apache.cassandra.net:type=StreamManager";
    private static final String HINTS_SERVICE = "org.apache.cassandra.hints:type=HintsService";

    private final StubNode node = new StubNode();

    @Test
    void exportsOwnershipWithoutPortsBefore40() throws JMException, UnknownHostException {
        node.with(
                STORAGE_SERVICE,
                "LocalHostId",
                "id-2",
                "Tokens",
                List.of("-1", "7"),
                "HostIdToEndpoint",
                Map.of("id-1", "10.0.0.1", "id-2", "10.0.0.2"),
                "Ownership",
                Map.of(InetAddress.getByName("10.0.0.1"), 0.75f, InetAddress.getByName("10.0.0.2"), 0.25f));
        assertThat(node.recorded(new RingReader()))
                .containsOnly(Map.entry("cassandra_ring_ownership_ratio", 0.25), Map.entry("cassandra_tokens", 2.0));
    }

    @Test
    void exportsOwnershipWithPorts() throws JMException {
        node.with(
                STORAGE_SERVICE,
                "LocalHostId",
                "id-2",
                "Tokens",
                List.of("-1"),
                "HostIdToEndpointWithPort",
                Map.of("id-1", "10.0.0.1:7000", "id-2", "10.0.0.1:7001"),
                "OwnershipWithPort",
                Map.of("/10.0.0.1:7000", 0.75f, "/10.0.0.1:7001", 0.25f));
        assertThat(node.recorded(new RingReader())).containsEntry("cassandra_ring_ownership_ratio", 0.25);
    }

    @Test
    void addsUpStreamsByPeerAndDirection() throws JMException {
        CompositeData plan = OpenData.composite(Map.of("description", "Bootstrap", "sessions", new CompositeData[] {
            session("10.0.0.2", null, 10, 100, 0, 5), session("10.0.0.2", null, 20, 100, 5, 5),
        }));
        node.with(STREAM_MANAGER, "CurrentStreams", Set.of(plan));
        assertThat(node.recorded(new StreamsReader()))
                .containsOnly(
                        Map.entry("cassandra_streams_active", 1.0),
                        Map.entry("cassandra_stream_sessions_active[10.0.0.2]", 2.0),
                        Map.entry("cassandra_stream_active_bytes[10.0.0.2, in]", 30.0),
                        Map.entry("cassandra_stream_active_bytes[10.0.0.2, out]", 5.0),
                        Map.entry("cassandra_stream_active_total_bytes[10.0.0.2, in]", 200.0),
                        Map.entry("cassandra_stream_active_total_bytes[10.0.0.2, out]", 10.0));
        node.with(STREAM_MANAGER, "CurrentStreams", Set.of());
        assertThat(node.recorded(new StreamsReader())).containsOnly(Map.entry("cassandra_streams_active", 0.0));
    }

    @Test
    void streamPeerHasItsPortIfCassandraReportsIt() throws JMException {
        CompositeData plan = OpenData.composite(Map.of("sessions", new CompositeData[] {
            session("0:0:0:0:0:0:0:1", 7000, 1, 2, 3, 4),
        }));
        node.with(STREAM_MANAGER, "CurrentStreams", Set.of(plan));
        assertThat(node.recorded(new StreamsReader()))
                .containsEntry("cassandra_stream_active_bytes[[0:0:0:0:0:0:0:1]:7000, in]", 1.0);
    }

    @Test
    void exportsHintFilesIfCassandraListsThem() throws JMException {
        node.with(HINTS_SERVICE);
        assertThat(node.recorded(new HintsReader())).isEmpty();
        node.with(STORAGE_SERVICE, "HostIdToEndpointWithPort", Map.of("id-1", "10.0.0.1:7000"))
                .with(
                        HINTS_SERVICE,
                        "PendingHints",
                        List.of(
                                Map.of("host_id", "id-1", "total_files", "3", "oldest_timestamp", "1763726400500"),
                                Map.of("host_id", "id-2", "total_files", "1", "total_size", "4096")));
        assertThat(node.recorded(new HintsReader()))
                .containsOnly(
                        Map.entry("cassandra_hint_files[10.0.0.1:7000, id-1]", 3.0),
                        Map.entry("cassandra_hint_oldest_timestamp_seconds[10.0.0.1:7000, id-1]", 1763726400.5),
                        Map.entry("cassandra_hint_files[, id-2]", 1.0),
                        Map.entry("cassandra_hint_files_bytes[, id-2]", 4096.0));
    }

    private static CompositeData session(String peer, Integer port, long in, long inTotal, long out, long outTotal)
            throws OpenDataException {
        Map<String, Object> items = new HashMap<>();
        items.put("peer", peer);
        if (port != null) items.put("peer_port", port);
        items.put("receivingFiles", files(in));
        items.put("receivingSummaries", summaries(inTotal));
        items.put("sendingFiles", files(out));
        items.put("sendingSummaries", summaries(outTotal));
        return OpenData.composite(items);
    }

    private static CompositeData[] files(long bytes) throws OpenDataException {
        return new CompositeData[] {OpenData.composite(Map.of("currentBytes", bytes, "fileName", "f"))};
    }

    private static CompositeData[] summaries(long bytes) throws OpenDataException {
        return new CompositeData[] {OpenData.composite(Map.of("totalSize", bytes, "files", 1))};
    }
}
