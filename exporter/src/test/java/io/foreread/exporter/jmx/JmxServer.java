package io.foreread.exporter.jmx;

import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.jmx.client.JmxAccess;
import io.foreread.exporter.jmx.client.JmxLimits;
import io.foreread.exporter.jmx.client.JmxSockets;
import io.foreread.exporter.jmx.client.NodeUnreachableException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.Remote;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.remote.JMXAuthenticator;
import javax.management.remote.JMXConnectionNotification;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.rmi.RMIConnectorServer;
import javax.net.ssl.SSLContext;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import javax.security.auth.Subject;

/** A JMX server on loopback with the MBeans of a test. */
public final class JmxServer implements AutoCloseable {
    static {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        // Installs a socket factory, as the exporter does. RMI keeps the factory that it has at its first connection.
        JmxSockets.load();
    }

    private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
    private final AtomicInteger logins = new AtomicInteger();
    private final int port;
    private final Registry registry;
    private final JMXConnectorServer connector;

    /**
     * @param wantedPort the port; 0 for any free port
     * @param password the password of all users; null for no authentication
     * @param tls the TLS context of the RMI registry and the RMI server; null for no TLS
     */
    @SuppressWarnings("BanJNDI") // both ends of the connection belong to the test
    public JmxServer(int wantedPort, String password, SSLContext tls) throws IOException {
        port = wantedPort == 0 ? freePort() : wantedPort;
        InetAddress loopback = InetAddress.getLoopbackAddress();
        RMIServerSocketFactory sockets = any -> {
            if (tls == null) return new ServerSocket(any, 50, loopback);
            return tls.getServerSocketFactory().createServerSocket(any, 50, loopback);
        };
        Map<String, Object> environment = new HashMap<>();
        environment.put("jmx.remote.jndi.rebind", "true");
        environment.put(RMIConnectorServer.RMI_SERVER_SOCKET_FACTORY_ATTRIBUTE, sockets);
        SslRMIClientSocketFactory client = tls == null ? null : new SslRMIClientSocketFactory();
        if (tls != null) environment.put(RMIConnectorServer.RMI_CLIENT_SOCKET_FACTORY_ATTRIBUTE, client);
        if (password != null)
            environment.put(JMXConnectorServer.AUTHENTICATOR, (JMXAuthenticator) given -> {
                logins.incrementAndGet();
                return check(given, password);
            });
        registry = LocateRegistry.createRegistry(port, client, sockets);
        connector = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi://"), environment, beans);
        connector.start();
        registry.rebind("jmxrmi", stub(connector));
    }

    public static JmxServer start() throws IOException {
        return new JmxServer(0, null, null);
    }

    /** Returns the RMI stub of the server, which the address of the connector contains in Base64. */
    private static Remote stub(JMXConnectorServer connector) throws IOException {
        byte[] bytes =
                Base64.getDecoder().decode(connector.getAddress().getURLPath().substring("/stub/".length()));
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (Remote) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    private static Subject check(Object given, String password) {
        if (given == null) throw new SecurityException("Credentials required");
        if (((String[]) given)[1].equals(password)) return new Subject();
        throw new SecurityException("Authentication failed! Invalid username or password");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    public HostPort address() {
        return HostPort.parse("127.0.0.1:" + port, "");
    }

    /** Returns how many clients have sent credentials. */
    int logins() {
        return logins.get();
    }

    NodeConnections connect(JmxLimits limits) throws NodeUnreachableException {
        return NodeConnections.open(address(), new JmxAccess(null, null, false, limits));
    }

    /** Makes each client that closes its connection wait until the count of the latch is 0. */
    public void hangOnClose(CountDownLatch latch) {
        connector.addNotificationListener(
                (notification, handback) -> {
                    if (!notification.getType().equals(JMXConnectionNotification.CLOSED)) return;
                    try {
                        latch.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                null,
                null);
    }

    /** @param name the key properties of the MBean's name, such as {@code type=Storage,name=Load} */
    public MetricBean add(String name, MetricBean bean) {
        try {
            beans.registerMBean(bean, new ObjectName("org.apache.cassandra.metrics:" + name));
            return bean;
        } catch (JMException e) {
            throw new IllegalArgumentException(e);
        }
    }

    public void remove(String name) {
        try {
            beans.unregisterMBean(new ObjectName("org.apache.cassandra.metrics:" + name));
        } catch (JMException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Override
    public void close() throws IOException {
        connector.stop();
        UnicastRemoteObject.unexportObject(registry, true);
    }
}
