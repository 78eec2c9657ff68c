package io.foreread.exporter.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.foreread.exporter.EndpointConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /metrics}, {@code /ready} and {@code /}. Two daemon threads; bodies are streamed, so nothing the size of a
 * response stays with a thread. Thread-safe.
 */
public final class MetricsServer implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(MetricsServer.class);

    /** One scrape may wait for another, and a person for neither. */
    private static final int THREADS = 2;

    private static final int BACKLOG = 64;
    private static final String PLAIN = "text/plain; charset=utf-8";

    private final HttpServer server;
    private final ExecutorService threads;
    private final String host;

    private MetricsServer(String host, HttpServer server, Exposition exposition, NodePage page, BooleanSupplier ready) {
        this.host = host;
        this.server = server;
        AtomicInteger number = new AtomicInteger();
        threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "foreread-http-" + number.incrementAndGet());
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            return thread;
        });
        server.setExecutor(threads);
        server.createContext("/", get("/", exchange -> page(exchange, page)));
        server.createContext("/metrics", get("/metrics", exchange -> metrics(exchange, exposition)));
        server.createContext("/ready", get("/ready", exchange -> ready(exchange, ready)));
    }

    /**
     * Binds the address; requests are answered after {@link #start}.
     *
     * @param ready whether the node has started
     * @throws EndpointException if nothing can listen there; the message says where and what to change
     */
    public static MetricsServer bind(EndpointConfig config, Exposition exposition, NodePage page, BooleanSupplier ready)
            throws EndpointException {
        HttpServer server;
        try {
            server = HttpServer.create(new InetSocketAddress(config.host(), config.port()), BACKLOG);
        } catch (IOException | RuntimeException e) {
            throw new EndpointException(
                    "cannot listen on " + config + " (" + e.getMessage()
                            + "); set listen to a free host:port of this machine, or to off",
                    e);
        }
        return new MetricsServer(config.host(), server, exposition, page, ready);
    }

    public void start() {
        server.start();
    }

    /** The port bound, also where the configured one was 0. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Ends with a slash. */
    public String url() {
        return "http://" + new EndpointConfig(host, port()) + "/";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** Only GET and HEAD, only the exact path: the server itself matches prefixes. */
    private static HttpHandler get(String path, HttpHandler handler) {
        return exchange -> {
            try {
                String method = exchange.getRequestMethod();
                if (!exchange.getRequestURI().getPath().equals(path)) {
                    text(exchange, 404, PLAIN, "not found; try /, /metrics or /ready\n");
                } else if (!method.equals("GET") && !method.equals("HEAD")) {
                    exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                    text(exchange, 405, PLAIN, "only GET and HEAD\n");
                } else {
                    handler.handle(exchange);
                }
            } catch (RuntimeException | LinkageError e) {
                logger.warn("Foreread could not answer {}", path, e);
                text(exchange, 500, PLAIN, "an error of ours; the node's log tells more\n");
            } finally {
                exchange.close();
            }
        };
    }

    private static void page(HttpExchange exchange, NodePage page) throws IOException {
        // The page needs its own style and nothing else.
        exchange.getResponseHeaders()
                .set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'");
        text(exchange, 200, "text/html; charset=utf-8", page.html());
    }

    private static void ready(HttpExchange exchange, BooleanSupplier ready) throws IOException {
        if (ready.getAsBoolean()) text(exchange, 200, PLAIN, "ready\n");
        else text(exchange, 503, PLAIN, "not ready: Cassandra is still starting\n");
    }

    private static void metrics(HttpExchange exchange, Exposition exposition) throws IOException {
        ScrapeRequest request = new ScrapeRequest(exchange);
        String contentType = Exposition.contentType(request.accept());
        Exposition.Page page = exposition.collect(request.names());
        exchange.getResponseHeaders().set("Content-Type", contentType);
        exchange.getResponseHeaders().set("Vary", "Accept, Accept-Encoding");
        boolean gzip = request.acceptsGzip();
        if (gzip) exchange.getResponseHeaders().set("Content-Encoding", "gzip");
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(200, -1);
            return;
        }
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream body = exchange.getResponseBody();
                OutputStream encoded = gzip ? new FastGzip(body) : body) {
            page.write(encoded, contentType);
        }
    }

    private static void text(HttpExchange exchange, int status, String contentType, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", contentType);
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? -1 : bytes.length);
        if (!head) exchange.getResponseBody().write(bytes);
    }
}
