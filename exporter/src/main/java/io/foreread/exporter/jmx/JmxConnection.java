package io.foreread.exporter.jmx;

import io.foreread.exporter.config.HostPort;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the MBeans of one node. Once a call has failed because of the connection, the connection is lost and
 * all further calls fail immediately. So a thread waits for a hung node only once. Thread-safe.
 */
public final class JmxConnection implements AutoCloseable {
    private final JMXConnector connector;
    private final MBeanServerConnection server;
    private final HostPort node;
    private volatile @Nullable NodeUnreachableException lost;

    private JmxConnection(HostPort node, JMXConnector connector) throws IOException {
        this.node = node;
        this.connector = connector;
        server = connector.getMBeanServerConnection();
    }

    /**
     * Connects. Blocks until the node answers or a timeout expires.
     *
     * @throws NodeUnreachableException if it fails
     */
    @SuppressWarnings("BanJNDI") // a JMX address is a JNDI name; this one comes from the operator
    public static JmxConnection open(HostPort node, JmxAccess access) throws NodeUnreachableException {
        try {
            // RMI has no timeout for this and hides the reason of a failure.
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(node.host(), node.port()), access.timeoutMillis());
            }
            JMXServiceURL url = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + node + "/jmxrmi");
            return new JmxConnection(node, JMXConnectorFactory.connect(url, access.environment()));
        } catch (IOException | RuntimeException e) {
            throw new NodeUnreachableException(node + " " + ConnectProblem.of(e, access), e);
        }
    }

    /** A single call to the node. */
    interface Call<T> {
        T on(MBeanServerConnection server) throws JMException, IOException;
    }

    /**
     * @throws NodeUnreachableException if the connection is lost
     * @throws JMException if the node refuses the call, or its answer cannot be read
     */
    <T> T call(Call<T> call) throws JMException, NodeUnreachableException {
        if (lost != null) throw lost;
        try {
            return call.on(server);
        } catch (IOException e) {
            if (isAnswer(e)) throw new JMException(e.getMessage());
            lost = new NodeUnreachableException(node + " no longer answers (" + ConnectProblem.root(e) + ")", e);
            throw lost;
        }
    }

    /**
     * An object that cannot be serialized or deserialized is reported like a connection error, but the connection still
     * works.
     */
    private static boolean isAnswer(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause())
            if (cause instanceof ObjectStreamException || cause instanceof ClassNotFoundException) return true;
        return false;
    }

    /** The reason why the connection is lost, or null. */
    @Nullable
    NodeUnreachableException lost() {
        return lost;
    }

    /** For sources that call the node directly; null once the connection is lost. */
    public @Nullable MBeanServerConnection server() {
        return lost == null ? server : null;
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException ignored) {
            // The node has closed the connection or is down.
        }
    }
}
