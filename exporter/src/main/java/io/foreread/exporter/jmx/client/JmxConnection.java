package io.foreread.exporter.jmx.client;

import io.foreread.exporter.config.HostPort;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.LongAdder;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnectionNotification;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the MBeans of one node. A call that takes too long does not affect other calls if the node answers a
 * test call. After a call has failed because of the connection, the connection is lost and all further calls fail
 * immediately. Therefore a thread waits for a hung node only once. Thread-safe.
 */
public final class JmxConnection implements AutoCloseable {
    private final JMXConnector connector;
    private final MBeanServerConnection server;
    private final HostPort node;
    private final JmxSockets sockets;
    private final int timeoutMillis;
    private final LongAdder calls;
    /** Set when the connector has detected that the node does not answer any call. */
    private volatile boolean failed;

    private volatile @Nullable NodeUnreachableException lost;

    private JmxConnection(HostPort node, JMXConnector connector, JmxSockets sockets, int timeoutMillis, LongAdder calls)
            throws IOException {
        this.node = node;
        this.connector = connector;
        this.sockets = sockets;
        this.timeoutMillis = timeoutMillis;
        this.calls = calls;
        MBeanServerConnection direct = connector.getMBeanServerConnection();
        server = (MBeanServerConnection) Proxy.newProxyInstance(
                JmxConnection.class.getClassLoader(),
                new Class<?>[] {MBeanServerConnection.class},
                (proxy, method, arguments) -> guarded(direct, method, arguments));
        connector.addConnectionNotificationListener(
                (notification, handback) -> {
                    if (notification.getType().equals(JMXConnectionNotification.FAILED)) failed = true;
                },
                null,
                null);
    }

    /**
     * Connects to a node. Blocks until the node answers or a timeout expires.
     *
     * @param calls is incremented with each call
     * @throws NodeUnreachableException if the connection fails
     */
    @SuppressWarnings("BanJNDI") // a JMX address is a JNDI name; this address comes from the configuration
    public static JmxConnection open(HostPort node, JmxAccess access, LongAdder calls) throws NodeUnreachableException {
        JmxSockets sockets = new JmxSockets(node.host(), access);
        try {
            // This additional connection is closed at once. It shows why a connection fails, which RMI hides.
            sockets.connect(node.host(), node.port()).close();
            JMXServiceURL url = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + node + "/jmxrmi");
            return sockets.run(() -> new JmxConnection(
                    node,
                    JMXConnectorFactory.connect(url, access.environment()),
                    sockets,
                    access.limits().timeoutMillis(),
                    calls));
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            ConnectProblem problem = ConnectProblem.of(e, access);
            throw new NodeUnreachableException(node + " " + problem.details(), problem.summary(), e);
        }
    }

    /** A single call to the node. */
    public interface Call<T> {
        T on(MBeanServerConnection server) throws JMException, IOException;
    }

    /**
     * @throws NodeUnreachableException if the connection is lost
     * @throws JMException if the node refuses the call, or its answer is late or cannot be read
     */
    public <T> T call(Call<T> call) throws JMException, NodeUnreachableException {
        try {
            return call.on(server);
        } catch (NodeUnreachableException e) {
            throw e;
        } catch (IOException e) {
            JMException failure = new JMException(e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }

    private @Nullable Object guarded(MBeanServerConnection direct, Method method, Object @Nullable [] arguments)
            throws Throwable {
        if (lost != null) throw lost;
        calls.increment();
        try {
            return sockets.run(() -> method.invoke(direct, arguments));
        } catch (InvocationTargetException e) {
            Throwable error = e.getCause();
            if (!(error instanceof IOException)
                    || has(error, ObjectStreamException.class, ClassNotFoundException.class)) throw error;
            // If the node does not answer a test call, which the connector makes after a timeout, `failed` is set.
            if (!failed && has(error, SocketTimeoutException.class))
                throw new CallTimeoutException(timeoutMillis, error);
            lost = new NodeUnreachableException(
                    node + " no longer answers (" + ConnectProblem.root(error) + ")", "no longer answers", error);
            throw lost;
        }
    }

    /**
     * Whether the error or one of its causes has one of the two types. JMX reports an object that cannot be serialized
     * or deserialized like a connection error.
     */
    private static boolean has(Throwable error, Class<?>... types) {
        for (Throwable cause = error; cause != null; cause = cause.getCause())
            for (Class<?> type : types) if (type.isInstance(cause)) return true;
        return false;
    }

    /** The reason why the connection is lost, or null. */
    public @Nullable NodeUnreachableException lost() {
        return lost;
    }

    /** Returns the MBean server, for sources that call the node directly; null once the connection is lost. */
    public @Nullable MBeanServerConnection server() {
        return lost == null ? server : null;
    }

    @Override
    public void close() {
        try {
            sockets.run(() -> {
                connector.close();
                return true;
            });
        } catch (Error e) {
            throw e;
        } catch (Throwable ignored) {
            // The node has closed the connection or is down.
        }
    }
}
