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
 * A connection to one node's MBeans. Once a call has failed for the connection's sake it is lost, and every further call
 * fails at once: no thread waits for a hung node twice. Thread-safe.
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
     * Connects; takes as long as the node makes it take.
     *
     * @throws NodeUnreachableException if it fails
     */
    @SuppressWarnings("BanJNDI") // a JMX address is a JNDI name, and the operator's
    public static JmxConnection open(HostPort node, JmxAccess access) throws NodeUnreachableException {
        try {
            // RMI has no limit of its own for this, and hides the reason.
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(node.host(), node.port()), access.timeoutMillis());
            }
            JMXServiceURL url = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + node + "/jmxrmi");
            return new JmxConnection(node, JMXConnectorFactory.connect(url, access.environment()));
        } catch (IOException | RuntimeException e) {
            throw new NodeUnreachableException(node + " " + ConnectProblem.of(e, access), e);
        }
    }

    /** What is asked of the node in one call. */
    interface Call<T> {
        T on(MBeanServerConnection server) throws JMException, IOException;
    }

    /**
     * @throws NodeUnreachableException if the connection is lost
     * @throws JMException if the node refuses, or answers with what we cannot read
     */
    <T> T call(Call<T> call) throws JMException, NodeUnreachableException {
        if (lost != null) throw lost;
        try {
            return call.on(server);
        } catch (IOException e) {
            if (isAnswer(e)) throw new JMException(e.getMessage());
            lost = new NodeUnreachableException(node + " does not answer any more (" + ConnectProblem.root(e) + ")", e);
            throw lost;
        }
    }

    /** An object that cannot be written there or read here comes as an error of the connection, and is none. */
    private static boolean isAnswer(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause())
            if (cause instanceof ObjectStreamException || cause instanceof ClassNotFoundException) return true;
        return false;
    }

    /** Why it is of no more use; null while it is. */
    @Nullable
    NodeUnreachableException lost() {
        return lost;
    }

    /** For sources that ask the node themselves; null once it is lost. */
    public @Nullable MBeanServerConnection server() {
        return lost == null ? server : null;
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException ignored) {
            // The node is gone, and its side of the connection with it.
        }
    }
}
