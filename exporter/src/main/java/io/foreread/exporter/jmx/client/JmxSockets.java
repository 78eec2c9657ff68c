package io.foreread.exporter.jmx.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.rmi.server.RMISocketFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Creates the sockets of the JMX connections to one node: with a timeout, and with the TLS settings of that node.
 *
 * <p>RMI connects on the thread that makes a call, and uses the socket factories of the process. The stub that a node
 * returns contains a {@code SslRMIClientSocketFactory}, which uses the default {@link SSLContext} of the process. The
 * factories that {@link #install} sets therefore use the instance whose {@link #run} is on the stack. Thread-safe.
 */
public final class JmxSockets {
    private static final ThreadLocal<@Nullable JmxSockets> CALLING = new ThreadLocal<>();
    /**
     * The sockets by address, with a few bytes per address. RMI's own thread uses this map when it releases remote
     * objects after a connection has ended.
     */
    private static final Map<InetSocketAddress, JmxSockets> BY_ADDRESS = new ConcurrentHashMap<>();

    private final String host;
    private final JmxAccess access;

    static {
        install();
    }

    /** @param host the configured host, which the certificate of the node must be valid for */
    JmxSockets(String host, JmxAccess access) {
        this.host = host;
        this.access = access;
    }

    /** Loads this class. The class must be loaded before RMI connects for the first time. */
    public static void load() {}

    private static void install() {
        // Each node has its own setting for host verification. Without this property, recent Java releases verify the
        // host again, with another host name.
        System.setProperty("jdk.rmi.ssl.client.enableEndpointIdentification", "false");
        SSLContext.setDefault(new NodeSslContext(JmxSockets::ofThread));
        if (RMISocketFactory.getSocketFactory() != null) return;
        try {
            RMISocketFactory.setSocketFactory(new RMISocketFactory() {
                @Override
                public Socket createSocket(String host, int port) throws IOException {
                    JmxSockets sockets = CALLING.get();
                    return sockets == null ? new Socket(host, port) : sockets.connect(host, port);
                }

                @Override
                public ServerSocket createServerSocket(int port) throws IOException {
                    return new ServerSocket(port);
                }
            });
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable JmxSockets ofThread(String host, int port) {
        JmxSockets sockets = CALLING.get();
        InetSocketAddress address = InetSocketAddress.createUnresolved(host, port);
        if (sockets == null) return BY_ADDRESS.get(address);
        BY_ADDRESS.put(address, sockets);
        return sockets;
    }

    /** An action that may connect. */
    interface Action<T> {
        T run() throws Throwable;
    }

    /** Runs an action with these sockets. */
    <T> T run(Action<T> action) throws Throwable {
        JmxSockets before = CALLING.get();
        CALLING.set(this);
        try {
            return action.run();
        } finally {
            if (before == null) CALLING.remove();
            else CALLING.set(before);
        }
    }

    /** Connects with a timeout, which each read has too. Without it, RMI and the operating system would wait for minutes. */
    Socket connect(String toHost, int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(toHost, port), access.limits().timeoutMillis());
            socket.setTcpNoDelay(true);
            // Before JDK-8189338, RMI begins a TLS handshake before it sets its own timeout. RMI keeps this one.
            socket.setSoTimeout(access.limits().timeoutMillis());
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    Socket connectTls(String toHost, int port) throws IOException {
        JmxTls tls = access.tls();
        if (tls == null) throw new SocketException("the node uses TLS, but jmx.tls is false");
        Socket socket = connect(toHost, port);
        try {
            return tls.wrap(socket, host);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }
}
