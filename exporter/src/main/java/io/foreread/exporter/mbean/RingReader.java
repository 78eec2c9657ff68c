package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.catalog.Refresh;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/** Reads this node's share of the ring, for which Cassandra iterates over all tokens of all nodes. */
final class RingReader extends FactReader {
    private static final ObjectName BEAN = Attributes.name("org.apache.cassandra.db:type=StorageService");

    RingReader() {
        super("ring", Refresh.SLOW, Arrays.asList(NodeFacts.RING_OWNERSHIP, NodeFacts.TOKENS));
    }

    @Override
    void read(MBeanServerConnection connection, FactSink sink) throws JMException, IOException {
        Attributes own = Attributes.of(connection, BEAN, "LocalHostId", "Tokens");
        own.emitSize("Tokens", tokens -> sink.emit(NodeFacts.TOKENS, tokens));
        Attributes ring = Attributes.withPortOrWithout(connection, BEAN, "Ownership", "HostIdToEndpoint");
        Map<?, ?> hosts = ring.requiredWithPortOrWithout("HostIdToEndpoint", Map.class);
        Object endpoint = hosts.get(own.required("LocalHostId", String.class));
        if (endpoint == null) return;
        Map<?, ?> ownership = ring.requiredWithPortOrWithout("Ownership", Map.class);
        String self = EndpointName.of(endpoint.toString());
        for (Map.Entry<?, ?> owner : ownership.entrySet())
            if (EndpointName.of(owner.getKey().toString()).equals(self))
                sink.emit(NodeFacts.RING_OWNERSHIP, ((Number) owner.getValue()).doubleValue());
    }
}
