package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.source.CurrentRing;
import io.foreread.exporter.source.RingMembers;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/**
 * Reads the state of the nodes of the cluster as this node sees it. Schema versions come from gossip, because the
 * attribute that nodetool uses sends a message to every node.
 */
final class GossipReader extends FactReader {
    private static final ObjectName BEAN = Attributes.name("org.apache.cassandra.net:type=FailureDetector");

    private final CurrentRing ring;

    /** @param ring receives the nodes that have not left the ring */
    GossipReader(CurrentRing ring) {
        super(
                "gossip",
                Refresh.LIVE,
                Arrays.asList(
                        NodeFacts.ENDPOINT_UP,
                        NodeFacts.ENDPOINTS,
                        NodeFacts.ENDPOINT_PHI,
                        NodeFacts.PHI_CONVICT_THRESHOLD,
                        NodeFacts.SCHEMA_VERSIONS));
        this.ring = ring;
    }

    /** Returns true, because the metrics of other readers need the ring. */
    @Override
    boolean isAlwaysRead() {
        return true;
    }

    @Override
    void read(MBeanServerConnection connection, FactSink sink) throws JMException, IOException {
        Attributes.of(connection, BEAN, "PhiConvictThreshold")
                .emit("PhiConvictThreshold", value -> sink.emit(NodeFacts.PHI_CONVICT_THRESHOLD, value));
        Attributes bean =
                Attributes.withPortOrWithout(connection, BEAN, "SimpleStates", "AllEndpointStates", "PhiValues");
        Map<?, ?> upOrDown = bean.requiredWithPortOrWithout("SimpleStates", Map.class);
        Map<String, GossipState> gossip =
                GossipState.parse(bean.requiredWithPortOrWithout("AllEndpointStates", String.class));
        Set<String> left = new HashSet<>();
        gossip.forEach((endpoint, state) -> {
            if (state.hasLeft()) left.add(endpoint);
        });
        ring.set(ring(upOrDown, gossip, left));
        states(upOrDown, gossip, left, sink);
        phi(bean.requiredWithPortOrWithout("PhiValues", TabularData.class), left, sink);
    }

    private static RingMembers ring(Map<?, ?> upOrDown, Map<String, GossipState> gossip, Set<String> left) {
        Map<String, String> datacenters = new HashMap<>();
        int size = 0;
        for (Object key : upOrDown.keySet()) {
            String endpoint = EndpointName.of(String.valueOf(key));
            if (left.contains(endpoint)) continue;
            size++;
            GossipState state = gossip.getOrDefault(endpoint, GossipState.NONE);
            datacenters.put(endpoint, state.datacenter());
            if (!state.internalAddress().isEmpty())
                datacenters.putIfAbsent(EndpointName.of(state.internalAddress()), state.datacenter());
        }
        return new RingMembers(size, datacenters);
    }

    private static void states(Map<?, ?> upOrDown, Map<String, GossipState> gossip, Set<String> left, FactSink sink) {
        Map<String, int[]> upAndDown = new TreeMap<>();
        Set<String> schemas = new HashSet<>();
        for (Map.Entry<?, ?> entry : upOrDown.entrySet()) {
            String endpoint = EndpointName.of(String.valueOf(entry.getKey()));
            // Gossip keeps a node for days after the node has left.
            if (left.contains(endpoint)) continue;
            boolean isUp = "UP".equals(entry.getValue());
            GossipState state = gossip.getOrDefault(endpoint, GossipState.NONE);
            sink.emit(NodeFacts.ENDPOINT_UP, isUp ? 1 : 0, endpoint, state.datacenter(), state.rack());
            upAndDown.computeIfAbsent(state.datacenter(), key -> new int[2])[isUp ? 0 : 1]++;
            if (isUp && !state.schema().isEmpty()) schemas.add(state.schema());
        }
        upAndDown.forEach((datacenter, count) -> {
            sink.emit(NodeFacts.ENDPOINTS, count[0], datacenter, "up");
            sink.emit(NodeFacts.ENDPOINTS, count[1], datacenter, "down");
        });
        if (!schemas.isEmpty()) sink.emit(NodeFacts.SCHEMA_VERSIONS, schemas.size());
    }

    private static void phi(TabularData table, Set<String> left, FactSink sink) {
        for (Object row : table.values()) {
            CompositeData values = (CompositeData) row;
            String endpoint = EndpointName.of((String) values.get("Endpoint"));
            if (!left.contains(endpoint)) sink.emit(NodeFacts.ENDPOINT_PHI, (Double) values.get("PHI"), endpoint);
        }
    }
}
