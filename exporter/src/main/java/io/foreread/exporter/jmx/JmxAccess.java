package io.foreread.exporter.jmx;

import java.util.HashMap;
import java.util.Map;
import javax.management.remote.JMXConnector;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.jspecify.annotations.Nullable;

/** How all nodes are connected to. Thread-safe. */
public final class JmxAccess {
    private final @Nullable JmxLogin login;
    private final boolean tls;
    private final boolean tlsRegistry;
    private final int timeoutMillis;
    private final int callers;

    /**
     * @param login null for none
     * @param tlsRegistry whether the RMI registry speaks TLS too, where {@code tls} is on
     * @param timeoutMillis most that a connection or one call may take
     * @param callers calls to one node at the same time
     */
    public JmxAccess(@Nullable JmxLogin login, boolean tls, boolean tlsRegistry, int timeoutMillis, int callers) {
        this.login = login;
        this.tls = tls;
        this.tlsRegistry = tlsRegistry;
        this.timeoutMillis = timeoutMillis;
        this.callers = callers;
    }

    /**
     * Makes no call of this process wait longer. RMI has one limit for all, and takes it when it is first used: call
     * this before.
     */
    public void limitCalls() {
        String millis = String.valueOf(timeoutMillis);
        System.setProperty("sun.rmi.transport.tcp.responseTimeout", millis);
        System.setProperty("sun.rmi.transport.tcp.handshakeTimeout", millis);
    }

    /** Null if there is none. */
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

    /** Calls to one node at the same time. */
    public int callers() {
        return callers;
    }

    Map<String, Object> environment() {
        Map<String, Object> environment = new HashMap<>();
        if (login != null) environment.put(JMXConnector.CREDENTIALS, login.credentials());
        if (tls && tlsRegistry) environment.put("com.sun.jndi.rmi.factory.socket", new SslRMIClientSocketFactory());
        // The next call shows that a node is gone: no thread per connection for that.
        environment.put("jmx.remote.x.client.connection.check.period", 0L);
        return environment;
    }
}
