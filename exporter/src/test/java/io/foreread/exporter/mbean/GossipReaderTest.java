package io.foreread.exporter.mbean;

import static io.foreread.exporter.mbean.StubNode.FAILURE_DETECTOR;
import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.source.CurrentRing;
import io.foreread.exporter.source.RingMembers;
import java.util.Map;
import javax.management.JMException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;

class GossipReaderTest {
    private final StubNode node = new StubNode();
    private final CurrentRing ring = new CurrentRing();
    private final GossipReader reader = new GossipReader(ring);

    @Test
    void exportsEndpointsWithoutPortsBefore40() throws JMException {
        node.with(
                FAILURE_DETECTOR,
                "PhiConvictThreshold",
                8.0,
                "SimpleStates",
                Map.of("/10.0.0.1", "UP", "node2.example/10.0.0.2", "DOWN"),
                "AllEndpointStates",
                state("/10.0.0.1", "STATUS:15:NORMAL,-1", "s1", "dc1", "r1")
                        + state("node2.example/10.0.0.2", "STATUS:16:NORMAL,7", "s2", "dc1", "r2"),
                "PhiValues",
                phi(Map.of("node2.example/10.0.0.2", 3.5)));
        assertThat(node.recorded(reader))
                .containsEntry("cassandra_endpoint_up[10.0.0.1, dc1, r1]", 1.0)
                .containsEntry("cassandra_endpoint_up[10.0.0.2, dc1, r2]", 0.0)
                .containsEntry("cassandra_endpoints[dc1, up]", 1.0)
                .containsEntry("cassandra_endpoints[dc1, down]", 1.0)
                .containsEntry("cassandra_endpoint_phi[10.0.0.2]", 3.5)
                .containsEntry("cassandra_phi_convict_threshold", 8.0)
                // The schema of a node that is down is not counted, because the node can have missed a schema change.
                .containsEntry("cassandra_schema_versions", 1.0)
                .hasSize(7);
    }

    @Test
    void exportsPortsFrom40OnAndBracketsIpv6() throws JMException {
        node.with(
                FAILURE_DETECTOR,
                "SimpleStates",
                Map.of("/0:0:0:0:0:0:0:1", "UP"),
                "SimpleStatesWithPort",
                Map.of("/[0:0:0:0:0:0:0:1]:7000", "UP", "/10.0.0.2:7001", "UP"),
                "AllEndpointStatesWithPort",
                state("/[0:0:0:0:0:0:0:1]:7000", "STATUS_WITH_PORT:15:NORMAL,-1", "s1", "dc:1", "r1")
                        + state("/10.0.0.2:7001", "STATUS_WITH_PORT:15:NORMAL,-1", "s2", "dc2", "r1"),
                "PhiValuesWithPort",
                phi(Map.of("/[0:0:0:0:0:0:0:1]:7000", 0.5)));
        assertThat(node.recorded(reader))
                .containsEntry("cassandra_endpoint_up[[0:0:0:0:0:0:0:1]:7000, dc:1, r1]", 1.0)
                .containsEntry("cassandra_endpoint_up[10.0.0.2:7001, dc2, r1]", 1.0)
                .containsEntry("cassandra_endpoint_phi[[0:0:0:0:0:0:0:1]:7000]", 0.5)
                .containsEntry("cassandra_schema_versions", 2.0);
        assertThat(node.readAttributes(FAILURE_DETECTOR))
                .as("only states with ports are read")
                .doesNotContain("SimpleStates");
    }

    @Test
    void ignoresNodesThatHaveLeft() throws JMException {
        node.with(
                FAILURE_DETECTOR,
                "SimpleStates",
                Map.of("/10.0.0.1", "UP", "/10.0.0.2", "DOWN", "/10.0.0.3", "DOWN", "/10.0.0.4", "DOWN"),
                "AllEndpointStates",
                state("/10.0.0.1", "STATUS:15:NORMAL,-1", "s1", "dc1", "r1")
                        + state("/10.0.0.2", "STATUS:15:LEFT,-1,1763726400000", "s1", "dc1", "r1")
                        + state("/10.0.0.3", "STATUS:15:removed,b508c66a,1763726400000", "s1", "dc1", "r1")
                        + state("/10.0.0.4", "STATUS:15:LEAVING,-1", "s1", "dc1", "r1"),
                "PhiValues",
                phi(Map.of("/10.0.0.2", 100.0, "/10.0.0.4", 1.0)));
        assertThat(node.recorded(reader))
                .containsEntry("cassandra_endpoints[dc1, down]", 1.0)
                .containsKey("cassandra_endpoint_up[10.0.0.4, dc1, r1]")
                .containsKey("cassandra_endpoint_phi[10.0.0.4]")
                .noneSatisfy((name, value) -> assertThat(name).contains("10.0.0.2"))
                .noneSatisfy((name, value) -> assertThat(name).contains("10.0.0.3"));
    }

    @Test
    void exportsANodeWithoutGossipState() throws JMException {
        node.with(
                FAILURE_DETECTOR,
                "SimpleStates",
                Map.of("/10.0.0.9", "UP"),
                "AllEndpointStates",
                "/10.0.0.9\n  generation:0\n  heartbeat:0\n  TOKENS: not present\n",
                "PhiValues",
                phi(Map.of("/10.0.0.9", 0.1)));
        assertThat(node.recorded(reader))
                .containsEntry("cassandra_endpoint_up[10.0.0.9, , ]", 1.0)
                .doesNotContainKey("cassandra_schema_versions");
    }

    @Test
    void ringContainsAllAddressesOfTheNodesThatHaveNotLeft() throws JMException {
        node.with(
                FAILURE_DETECTOR,
                "SimpleStatesWithPort",
                Map.of("/10.0.0.1:7000", "UP", "/20.0.0.2:7000", "DOWN", "/10.0.0.3:7000", "DOWN"),
                "AllEndpointStatesWithPort",
                state("/10.0.0.1:7000", "STATUS_WITH_PORT:15:NORMAL,-1", "s1", "dc1", "r1")
                        + state("/20.0.0.2:7000", "STATUS_WITH_PORT:15:NORMAL,-1", "s1", "dc2", "r1")
                                .replace("7:10.0.0.1:7000", "7:10.0.0.2:7000")
                        + state("/10.0.0.3:7000", "STATUS_WITH_PORT:15:LEFT,-1,1763726400000", "s1", "dc1", "r1")
                                .replace("7:10.0.0.1:7000", "7:10.0.0.3:7000"),
                "PhiValuesWithPort",
                phi(Map.of("/10.0.0.1:7000", 0.5)));
        node.recorded(reader);
        RingMembers read = ring.get();
        assertThat(read).isNotNull();
        assertThat(read.size()).isEqualTo(2);
        assertThat(read.datacenter("10.0.0.1:7000")).isEqualTo("dc1");
        assertThat(read.datacenter("20.0.0.2:7000")).isEqualTo("dc2");
        assertThat(read.datacenter("10.0.0.2:7000")).as("the internal address").isEqualTo("dc2");
        assertThat(read.datacenter("10.0.0.2"))
                .as("the internal address without port")
                .isEqualTo("dc2");
        assertThat(read.datacenter("10.0.0.3:7000")).as("a node that has left").isNull();
        node.recorded(reader);
        assertThat(ring.get()).as("the ring has not changed").isSameAs(read);
    }

    private static String state(String endpoint, String status, String schema, String datacenter, String rack) {
        return String.join(
                "\n",
                endpoint,
                "  generation:1763720000",
                "  heartbeat:42",
                "  " + status,
                "  LOAD:30:123.0",
                "  SCHEMA:10:" + schema,
                "  DC:6:" + datacenter,
                "  RACK:8:" + rack,
                "  INTERNAL_ADDRESS_AND_PORT:7:10.0.0.1:7000",
                "  TOKENS:14:<hidden>",
                "");
    }

    private static TabularData phi(Map<String, Double> values) throws OpenDataException {
        CompositeData[] rows = new CompositeData[values.size()];
        int i = 0;
        for (var value : values.entrySet())
            rows[i++] = OpenData.composite(Map.of("Endpoint", value.getKey(), "PHI", value.getValue()));
        return OpenData.table(rows);
    }
}
