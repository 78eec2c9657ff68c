package io.foreread.exporter.config;

/** The address and the security settings of the endpoint. Immutable. */
public final class EndpointConfig {
    private final String host;
    private final int port;
    private final HttpConfig http;

    /** @param port the port; with 0 the operating system chooses a free port */
    public EndpointConfig(String host, int port, HttpConfig http) {
        this.host = host;
        this.port = port;
        this.http = http;
    }

    /** Creates a configuration for HTTP without authentication. */
    public EndpointConfig(String host, int port) {
        this(host, port, HttpConfig.defaults());
    }

    public String host() {
        return host;
    }

    public int port() {
        return port;
    }

    public HttpConfig http() {
        return http;
    }

    /** The form in a URL: {@code 127.0.0.1:9507}, {@code [::1]:9507}. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
