package io.foreread.exporter.jmx.client;

/** The limits of the calls to one node. Immutable. */
public final class JmxLimits {
    private final int timeoutMillis;
    private final int fetchMillis;
    private final int callers;

    /**
     * @param timeoutMillis maximum time for a connection or a call
     * @param fetchMillis maximum time for reading all values of a scrape
     * @param callers maximum number of concurrent calls, at least 1
     */
    public JmxLimits(int timeoutMillis, int fetchMillis, int callers) {
        this.timeoutMillis = timeoutMillis;
        this.fetchMillis = fetchMillis;
        this.callers = callers;
    }

    /**
     * Sets the timeout of all RMI calls of this process. Must be called before the first use of RMI, because RMI reads
     * the timeout only once.
     */
    public void limitCalls() {
        String millis = String.valueOf(timeoutMillis);
        System.setProperty("sun.rmi.transport.tcp.responseTimeout", millis);
        System.setProperty("sun.rmi.transport.tcp.handshakeTimeout", millis);
    }

    public int timeoutMillis() {
        return timeoutMillis;
    }

    public int fetchMillis() {
        return fetchMillis;
    }

    public int callers() {
        return callers;
    }
}
