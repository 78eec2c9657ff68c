package io.foreread.exporter.http;

/**
 * What the JDK's HTTP server takes only from system properties, once, for all of a JVM's servers. What somebody
 * has set stays; what is set here harms no server that an agent beside us may run.
 */
final class ServerSettings {
    /** Java 8 before its update 351 lets a connection without a request stay for ever; later ones close it after 30 s. */
    private static final String REQUEST_SECONDS = "sun.net.httpserver.maxReqTime";

    /** Unlimited by default; without requests they hold no thread, but a file descriptor each. */
    private static final String CONNECTIONS = "jdk.httpserver.maxConnections";

    /** Else an answer on a kept connection waits 40 ms for the client's acknowledgement of its headers. */
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    private ServerSettings() {}

    static void set() {
        setUnlessSet(REQUEST_SECONDS, "60");
        setUnlessSet(CONNECTIONS, "500");
        setUnlessSet(NO_DELAY, "true");
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) System.setProperty(property, value);
    }
}
