package io.foreread.exporter.source;

import io.foreread.exporter.catalog.OwnMetrics;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Who this node is. Asked of the MBeans of this very JVM, which are the one description that kept its shape from 3.11 to
 * 6.0; asked until complete, then kept. Thread-safe.
 */
public final class NodeIdentity implements MetricSource {
    private volatile String[] labels;

    @Override
    public String name() {
        return "node";
    }

    @Override
    public void collect(MetricSink sink) {
        String[] known = labels();
        if (known != null) sink.sample(OwnMetrics.NODE_INFO, 1, known);
    }

    /** @return cluster, datacenter, rack, host id, release version; null while the node does not know them */
    public String[] labels() {
        if (labels == null) labels = ask();
        return labels;
    }

    private static String[] ask() {
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            ObjectName storage = new ObjectName("org.apache.cassandra.db:type=StorageService");
            ObjectName snitch = new ObjectName("org.apache.cassandra.db:type=EndpointSnitchInfo");
            return new String[] {
                String.valueOf(server.getAttribute(storage, "ClusterName")),
                String.valueOf(server.getAttribute(snitch, "Datacenter")),
                String.valueOf(server.getAttribute(snitch, "Rack")),
                String.valueOf(server.getAttribute(storage, "LocalHostId")),
                String.valueOf(server.getAttribute(storage, "ReleaseVersion"))
            };
        } catch (JMException | RuntimeException e) {
            return null;
        }
    }
}
