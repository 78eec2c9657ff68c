package io.foreread.it.bench.abuse;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.foreread.it.abuse.AbusedEndpoint;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.fixture.EndpointCredentials;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server that sends one recorded response of a node's endpoint to all scrapes. It uses the TLS key and the password of
 * the node's endpoint. Clients that scrape in a loop get as many responses in each second as from the node. Thread-safe.
 */
final class RecordedEndpoint implements AutoCloseable {
    /**
     * The time between two responses to clients that scrape in a loop, as from the endpoint of a node. The CPU table
     * shows whether both endpoints have the same pace.
     */
    private static final long RESPONSE_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int BACKLOG = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final List<String> COPIED_HEADERS = List.of("Content-Type", "Content-Encoding");

    private final HttpServer server;
    private final HttpResponse<byte[]> response;
    private final AbusedEndpoint address;
    private final ScrapePace pace = new ScrapePace(RESPONSE_INTERVAL_NANOS);

    private RecordedEndpoint(HttpServer server, HttpResponse<byte[]> response, AbusedEndpoint node) {
        this.server = server;
        this.response = response;
        address = new AbusedEndpoint(node.host(), server.getAddress().getPort(), node.tls(), node.authorization());
        server.createContext("/metrics", this::answer);
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "recorded-endpoint");
            thread.setDaemon(true);
            return thread;
        }));
    }

    /**
     * Scrapes the node once and starts a server on a free port of the same address.
     *
     * @param credentials the key and the password of the node's endpoint
     * @throws IOException if the node does not respond
     */
    static RecordedEndpoint start(AbusedEndpoint node, EndpointCredentials credentials) throws IOException {
        HttpResponse<byte[]> response = scrape(node, credentials);
        // As in a node: without it, the body waits for the client's acknowledgement of the headers.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        InetSocketAddress free = new InetSocketAddress(node.host(), 0);
        HttpServer server;
        if (node.tls()) {
            HttpsServer secured = HttpsServer.create(free, BACKLOG);
            secured.setHttpsConfigurator(new HttpsConfigurator(credentials.serverContext()));
            server = secured;
        } else {
            server = HttpServer.create(free, BACKLOG);
        }
        RecordedEndpoint endpoint = new RecordedEndpoint(server, response, node);
        server.start();
        return endpoint;
    }

    private static HttpResponse<byte[]> scrape(AbusedEndpoint node, EndpointCredentials credentials)
            throws IOException {
        HttpClient.Builder client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        if (node.tls()) client.sslContext(credentials.clientContext());
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(
                        (node.tls() ? "https://" : "http://") + node.host() + ":" + node.port() + "/metrics"))
                .timeout(PATIENCE)
                .header("Accept-Encoding", "gzip");
        @Nullable String authorization = node.authorization();
        if (authorization != null) request.header("Authorization", authorization);
        try {
            HttpResponse<byte[]> response =
                    client.build().send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() != 200) throw new IOException("the node answered " + response.statusCode());
            return response;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the node", e);
        }
    }

    /** The address, with the password of the node's endpoint. */
    AbusedEndpoint address() {
        return address;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try {
            if (!Objects.equals(exchange.getRequestHeaders().getFirst("Authorization"), address.authorization())) {
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            long delayNanos = pace.enter(System.nanoTime());
            try {
                NodeCpu.pause(delayNanos);
                send(exchange);
            } finally {
                pace.leave();
            }
        } finally {
            exchange.close();
        }
    }

    private void send(HttpExchange exchange) throws IOException {
        for (String header : COPIED_HEADERS)
            response.headers().firstValue(header).ifPresent(value -> exchange.getResponseHeaders()
                    .set(header, value));
        exchange.sendResponseHeaders(200, response.body().length);
        exchange.getResponseBody().write(response.body());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
