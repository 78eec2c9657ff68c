package io.foreread.exporter.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;

/**
 * Sets limits of the JDK's HTTP server. The server reads them from system properties, once for all servers of a JVM.
 * A property that is set already is not changed; the limits do not harm the server of another agent.
 */
final class ServerSettings {
    /** Java 8 before update 351 never closes a connection without a request; later versions close it after 30 s. */
    private static final String REQUEST_SECONDS = "sun.net.httpserver.maxReqTime";

    /**
     * Unlimited by default. A connection without a request uses a file descriptor, and no thread. Connections beyond the
     * limit are closed.
     */
    private static final String CONNECTIONS = "jdk.httpserver.maxConnections";

    private static final long MIN_CONNECTIONS = 500;
    private static final long MAX_CONNECTIONS = 4_000;
    private static final int SHARE_OF_DESCRIPTORS = 10;

    /** Without it a response on a persistent connection waits 40 ms until the client acknowledges the headers. */
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    private ServerSettings() {}

    static void set() {
        setUnlessSet(REQUEST_SECONDS, "60");
        setUnlessSet(CONNECTIONS, Long.toString(connections()));
        setUnlessSet(NO_DELAY, "true");
    }

    /** A part of what the process may have. */
    private static long connections() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        long descriptors = system instanceof UnixOperatingSystemMXBean
                ? ((UnixOperatingSystemMXBean) system).getMaxFileDescriptorCount()
                : 0;
        return Math.max(MIN_CONNECTIONS, Math.min(MAX_CONNECTIONS, descriptors / SHARE_OF_DESCRIPTORS));
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) System.setProperty(property, value);
    }
}
