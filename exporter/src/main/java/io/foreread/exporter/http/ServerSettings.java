package io.foreread.exporter.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;

/**
 * What the JDK's HTTP server takes only from system properties, once, for all of a JVM's servers. What somebody
 * has set stays; what is set here harms no server that an agent beside us may run.
 */
final class ServerSettings {
    /** Java 8 before its update 351 lets a connection without a request stay for ever; later ones close it after 30 s. */
    private static final String REQUEST_SECONDS = "sun.net.httpserver.maxReqTime";

    /**
     * Unlimited by default; without requests they hold no thread, but a file descriptor each. Who comes when they are
     * all taken is sent away, be it by clients that never ask for anything.
     */
    private static final String CONNECTIONS = "jdk.httpserver.maxConnections";

    private static final long LEAST_CONNECTIONS = 500;
    private static final long MOST_CONNECTIONS = 4_000;
    private static final int SHARE_OF_DESCRIPTORS = 10;

    /** Else an answer on a kept connection waits 40 ms for the client's acknowledgement of its headers. */
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
        return Math.max(LEAST_CONNECTIONS, Math.min(MOST_CONNECTIONS, descriptors / SHARE_OF_DESCRIPTORS));
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) System.setProperty(property, value);
    }
}
