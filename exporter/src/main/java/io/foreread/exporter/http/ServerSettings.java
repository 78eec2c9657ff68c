package io.foreread.exporter.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;

/**
 * Sets the limits of the JDK's HTTP server. It reads them from system properties once, for all servers of the JVM.
 * Properties that are already set are kept. The limits also apply to the HTTP servers of other agents in the JVM, and
 * are high enough for these servers.
 */
final class ServerSettings {
    /**
     * The maximum time to receive a request. Without it, Java 8 before update 351 never closes a connection on which no
     * request arrives; later releases close it after 30 s.
     */
    private static final String REQUEST_SECONDS = "sun.net.httpserver.maxReqTime";

    /**
     * The maximum number of connections, unlimited by default. An idle connection occupies a file descriptor but no
     * thread. Above the limit, the server closes new connections.
     */
    private static final String CONNECTIONS = "jdk.httpserver.maxConnections";

    private static final long MIN_CONNECTIONS = 500;
    private static final long MAX_CONNECTIONS = 4_000;
    private static final int SHARE_OF_DESCRIPTORS = 10;

    /**
     * Whether sockets have TCP_NODELAY. Without it, the body of a response on a persistent connection waits up to 40 ms
     * for the client's acknowledgement of the headers.
     */
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    private ServerSettings() {}

    static void set() {
        setUnlessSet(REQUEST_SECONDS, "60");
        setUnlessSet(CONNECTIONS, Long.toString(connections()));
        setUnlessSet(NO_DELAY, "true");
    }

    /** Derives the maximum number of connections from the process's limit of file descriptors. */
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
