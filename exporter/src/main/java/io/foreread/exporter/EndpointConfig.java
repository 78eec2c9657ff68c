package io.foreread.exporter;

/** Where the endpoint listens. Immutable. */
public final class EndpointConfig {
    private final String host;
    private final int port;

    /** @param port 0 lets the system choose */
    public EndpointConfig(String host, int port) {
        this.host = host;
        this.port = port;
    }

    public String host() {
        return host;
    }

    public int port() {
        return port;
    }

    /** As it stands in a URL: {@code 127.0.0.1:9507}, {@code [::1]:9507}. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
