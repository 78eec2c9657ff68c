package io.foreread.exporter.jmx.client;

import java.util.HashMap;
import java.util.Map;
import javax.management.remote.JMXConnector;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.jspecify.annotations.Nullable;

/** The credentials, TLS parameters and limits of the JMX connections to nodes with the same settings. Thread-safe. */
public final class JmxAccess {
    /**
     * Makes the client refuse a stub whose calls do not use TLS, before it sends the password. A registry without TLS can be
     * forged, and a node can use TLS for its registry only.
     */
    private static final String CHECK_STUB = "jmx.remote.x.check.stub";

    private final @Nullable JmxLogin login;
    private final @Nullable JmxTls tls;
    private final boolean tlsRegistry;
    private final JmxLimits limits;

    /**
     * @param login the user and password; null for no authentication
     * @param tls the TLS parameters; null for no TLS
     * @param tlsRegistry whether the RMI registry uses TLS too; ignored without {@code tls}
     */
    public JmxAccess(@Nullable JmxLogin login, @Nullable JmxTls tls, boolean tlsRegistry, JmxLimits limits) {
        this.login = login;
        this.tls = tls;
        this.tlsRegistry = tlsRegistry;
        this.limits = limits;
    }

    @Nullable
    String user() {
        return login == null ? null : login.user();
    }

    /** The setting from which the password comes, or null without authentication. */
    @Nullable
    String passwordKey() {
        return login == null ? null : login.key();
    }

    @Nullable
    JmxTls tls() {
        return tls;
    }

    public JmxLimits limits() {
        return limits;
    }

    /** Whether a password is sent without encryption. */
    public boolean sendsPasswordInPlainText() {
        return login != null && tls == null;
    }

    Map<String, Object> environment() {
        Map<String, Object> environment = new HashMap<>();
        if (login != null) environment.put(JMXConnector.CREDENTIALS, login.credentials());
        if (tls != null) environment.put(CHECK_STUB, "true");
        // This factory uses the default SSLContext, which JmxSockets has replaced, so that JmxSockets creates the
        // sockets. The stub of the RMI server contains the same factory.
        if (tls != null && tlsRegistry)
            environment.put("com.sun.jndi.rmi.factory.socket", new SslRMIClientSocketFactory());
        // Each call detects that a node is down, so no additional thread per connection is needed to check the
        // connection.
        environment.put("jmx.remote.x.client.connection.check.period", 0L);
        return environment;
    }
}
