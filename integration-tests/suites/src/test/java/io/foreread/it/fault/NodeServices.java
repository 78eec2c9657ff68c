package io.foreread.it.fault;

import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.NodeJmx;
import java.time.Duration;
import org.awaitility.Awaitility;

/** The services that {@code disk_failure_policy} stops. */
record NodeServices(boolean gossip, boolean nativeTransport) {
    static NodeServices of(CassandraNode node) {
        return new NodeServices(
                node.jmx().getAttribute(NodeJmx.STORAGE_SERVICE, "GossipRunning"),
                node.jmx().getAttribute(NodeJmx.STORAGE_SERVICE, "NativeTransportRunning"));
    }

    /** Enables the services again, as an operator does to copy readable data. */
    static void restart(CassandraNode node) {
        NodeServices services = of(node);
        if (!services.gossip) node.jmx().invoke(NodeJmx.STORAGE_SERVICE, "startGossiping");
        if (!services.nativeTransport) node.jmx().invoke(NodeJmx.STORAGE_SERVICE, "startNativeTransport");
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() ->
                        node.session().execute("SELECT key FROM system.local").one() != null);
    }
}
