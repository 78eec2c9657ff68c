package io.foreread.exporter.jmx;

import java.util.HashMap;
import java.util.Map;
import javax.management.remote.JMXConnector;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.jspecify.annotations.Nullable;

/** The parameters of the JMX connections to all nodes. Thread-safe. */
public final class JmxAccess {
    private final @Nullable JmxLogin login;
    private final boolean tls;
    private final boolean tlsRegistry;
    private final int timeoutMillis;
    private final int callers;

    /**
     * @param login null for no authentication
     * @param tlsRegistry whether the RMI registry uses TLS too; ignored without {@code tls}
     * @param timeoutMillis maximum time for a connection or a call
     * @param callers maximum number of concurrent calls to a node
     */
    public JmxAccess(@Nullable JmxLogin login, boolean tls, boolean tlsRegistry, int timeoutMillis, int callers) {
        this.login = login;
        this.tls = tls;
        this.tlsRegistry = tlsRegistry;
        this.timeoutMillis = timeoutMillis;
        this.callers = callers;
    }

    /**
     * Sets the timeout of all calls of this process. RMI has one global timeout and reads it at its first use, so this
     * must be called before.
     */
    public void limitCalls() {
        String millis = String.valueOf(timeoutMillis);
        System.setProperty("sun.rmi.transport.tcp.responseTimeout", millis);
        System.setProperty("sun.rmi.transport.tcp.handshakeTimeout", millis);
    }

    @Nullable
    String user() {
        return login == null ? null : login.user();
    }

    boolean tls() {
        return tls;
    }

    int timeoutMillis() {
        return timeoutMillis;
    }

    /** The maximum number of concurrent calls to a node. */
    public int callers() {
        return callers;
    }

    Map<String, Object> environment() {
        Map<String, Object> environment = new HashMap<>();
        if (login != null) environment.put(JMXConnector.CREDENTIALS, login.credentials());
        if (tls && tlsRegistry) environment.put("com.sun.jndi.rmi.factory.socket", new SslRMIClientSocketFactory());
        // Calls detect that a node is down. No extra thread per connection is needed for that.
        environment.put("jmx.remote.x.client.connection.check.period", 0L);
        return environment;
    }
}
