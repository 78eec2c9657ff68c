package io.foreread.exporter.source;

import io.foreread.exporter.catalog.OwnMetrics;
import java.io.IOException;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * The identity of the node: cluster, datacenter, rack, host id, release and address. It is read from MBeans, which are the same
 * from 3.11 to 6.0. Reads start once the node has started and stop when all values are known. Thread-safe.
 */
public final class NodeIdentity implements MetricSource {
    private final BooleanSupplier nodeStarted;
    private final Supplier<? extends @Nullable MBeanServerConnection> connection;
    private volatile String @Nullable [] labels;

    /**
     * @param connection supplies the MBean server, or null while the node is not reachable. It is called only after the
     *     node has started, because Cassandra must create the platform MBean server.
     */
    public NodeIdentity(BooleanSupplier nodeStarted, Supplier<? extends @Nullable MBeanServerConnection> connection) {
        this.nodeStarted = nodeStarted;
        this.connection = connection;
    }

    @Override
    public String name() {
        return "node";
    }

    @Override
    public void collect(MetricSink sink) {
        String[] known = labels();
        if (known != null) sink.sample(OwnMetrics.NODE_INFO, 1, known);
    }

    /**
     * @return the cluster, datacenter, rack, host id and release version, and the address by which gossip identifies
     *     this node; null until all are known
     */
    public String @Nullable [] labels() {
        String[] known = labels;
        if (known == null && nodeStarted.getAsBoolean()) labels = known = readLabels();
        return known;
    }

    /** Returns the labels without a call to the node; null if they have not been read. */
    public String @Nullable [] knownLabels() {
        return labels;
    }

    private String @Nullable [] readLabels() {
        try {
            MBeanServerConnection beans = connection.get();
            if (beans == null) return null;
            ObjectName storage = new ObjectName("org.apache.cassandra.db:type=StorageService");
            ObjectName snitch = new ObjectName("org.apache.cassandra.db:type=EndpointSnitchInfo");
            String hostId = text(beans, storage, "LocalHostId");
            String[] answers = {
                text(beans, storage, "ClusterName"),
                text(beans, snitch, "Datacenter"),
                text(beans, snitch, "Rack"),
                hostId,
                text(beans, storage, "ReleaseVersion"),
                address(beans, storage, hostId)
            };
            for (String answer : answers) if (answer.isEmpty()) return null;
            return answers;
        } catch (JMException | IOException | RuntimeException e) {
            // The values are not known yet. The next scrape tries again.
            return null;
        }
    }

    /**
     * Returns the address by which gossip identifies this node. From 4.0 on it includes the port, like the label
     * {@code peer} of other metrics. It is empty until the node is in its own ring.
     */
    private static String address(MBeanServerConnection beans, ObjectName storage, String hostId)
            throws JMException, IOException {
        Object addresses;
        try {
            addresses = beans.getAttribute(storage, "HostIdToEndpointWithPort");
        } catch (AttributeNotFoundException e) {
            addresses = beans.getAttribute(storage, "HostIdToEndpoint");
        }
        Object address = ((Map<?, ?>) addresses).get(hostId);
        if (address == null) return "";
        String text = address.toString();
        return text.substring(text.lastIndexOf('/') + 1);
    }

    private static String text(MBeanServerConnection beans, ObjectName bean, String attribute)
            throws JMException, IOException {
        Object value = beans.getAttribute(bean, attribute);
        return value == null ? "" : value.toString();
    }
}
