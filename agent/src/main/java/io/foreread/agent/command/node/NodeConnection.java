package io.foreread.agent.command.node;

import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.jmx.client.JmxAccess;
import io.foreread.exporter.jmx.client.JmxConnection;
import io.foreread.exporter.jmx.client.NodeUnreachableException;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/** A connection to the MBeans of one node. Not thread-safe. */
public final class NodeConnection implements AutoCloseable {
    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";

    private final String name;
    private final MBeanServerConnection server;
    private final AutoCloseable connector;

    private NodeConnection(String name, MBeanServerConnection server, AutoCloseable connector) {
        this.name = name;
        this.server = server;
        this.connector = connector;
    }

    /** Connects to a process of this machine. JMX need not be configured in that process. */
    @SuppressWarnings("BanJNDI") // the JVM that was attached to provides the address
    public static NodeConnection to(NodeProcess process) throws NodeAccessException {
        String address = AttachApi.connectorAddress(process);
        try {
            JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address));
            return new NodeConnection(process.toString(), connector.getMBeanServerConnection(), connector);
        } catch (IOException e) {
            throw new NodeAccessException("the local JMX connector of " + process + " does not answer: " + e, e);
        }
    }

    /** Connects to the JMX port of a node. */
    public static NodeConnection to(HostPort node, JmxAccess access) throws NodeAccessException {
        try {
            JmxConnection connection = JmxConnection.open(node, access, new LongAdder());
            MBeanServerConnection server = connection.server();
            if (server == null) throw new NodeAccessException(node + " has closed the connection");
            return new NodeConnection(node.toString(), server, connection);
        } catch (NodeUnreachableException e) {
            throw new NodeAccessException(String.valueOf(e.getMessage()), e);
        }
    }

    public MBeanServerConnection server() {
        return server;
    }

    /** An attribute, or null if the node does not have it. */
    public @Nullable Object attribute(String bean, String attribute) throws NodeAccessException {
        try {
            return server.getAttribute(new ObjectName(bean), attribute);
        } catch (JMException | RuntimeException e) {
            return null;
        } catch (IOException e) {
            throw new NodeAccessException(name + " no longer answers: " + e.getMessage(), e);
        }
    }

    /** An attribute of Cassandra's StorageService, or null. */
    public @Nullable Object storageService(String attribute) throws NodeAccessException {
        return attribute(STORAGE_SERVICE, attribute);
    }

    /** The release of Cassandra. Null if the JVM is not a node, or if the node has just begun to start. */
    public @Nullable String release() throws NodeAccessException {
        Object release = storageService("ReleaseVersion");
        return release == null ? null : release.toString();
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (Exception ignored) {
            // The node has ended.
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
