package io.foreread.exporter.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.foreread.exporter.EndpointConfig;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UnsupportedEncodingException;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPOutputStream;

/**
 * {@code /metrics}, {@code /ready} and {@code /}. Two daemon threads; bodies are streamed, so memory does not grow with
 * them. Thread-safe.
 */
public final class MetricsServer implements AutoCloseable {
    private static final int THREADS = 2;

    private final HttpServer server;
    private final ExecutorService threads;
    private final String host;

    public MetricsServer(EndpointConfig config, Exposition exposition, NodePage page, BooleanSupplier ready)
            throws EndpointException {
        host = config.host();
        server = open(config);
        AtomicInteger number = new AtomicInteger();
        threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "foreread-http-" + number.incrementAndGet());
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            return thread;
        });
        server.setExecutor(threads);
        server.createContext("/", get("/", exchange -> text(exchange, 200, "text/html; charset=utf-8", page.html())));
        server.createContext("/metrics", get("/metrics", exchange -> metrics(exchange, exposition)));
        server.createContext("/ready", get("/ready", exchange -> {
            boolean started = ready.getAsBoolean();
            text(
                    exchange,
                    started ? 200 : 503,
                    "text/plain; charset=utf-8",
                    started ? "ready\n" : "not ready: Cassandra is still starting\n");
        }));
    }

    private static HttpServer open(EndpointConfig config) throws EndpointException {
        String address = config.host() + ":" + config.port();
        try {
            return HttpServer.create(new InetSocketAddress(config.host(), config.port()), 64);
        } catch (NoClassDefFoundError e) {
            throw new EndpointException(
                    "this Java runtime has no module jdk.httpserver; use a full JRE or set listen: off", e);
        } catch (IOException | RuntimeException e) {
            throw new EndpointException(
                    "cannot listen on " + address + " (" + e.getMessage()
                            + "); set listen to a free host:port, or to off",
                    e);
        }
    }

    public void start() {
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Ends with a slash. */
    public String url() {
        String shown = host.contains(":") ? "[" + host + "]" : host;
        return "http://" + shown + ":" + port() + "/";
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
                    text(exchange, 404, "text/plain; charset=utf-8", "not found; try /, /metrics or /ready\n");
                } else if (!method.equals("GET") && !method.equals("HEAD")) {
                    exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                    text(exchange, 405, "text/plain; charset=utf-8", "only GET\n");
                } else {
                    handler.handle(exchange);
                }
            } finally {
                exchange.close();
            }
        };
    }

    private static void metrics(HttpExchange exchange, Exposition exposition) throws IOException {
        String contentType = Exposition.contentType(exchange.getRequestHeaders().getFirst("Accept"));
        exchange.getResponseHeaders().set("Content-Type", contentType);
        Set<String> names = names(exchange.getRequestURI().getRawQuery());
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(200, -1);
            return;
        }
        boolean gzip = acceptsGzip(exchange.getRequestHeaders().getFirst("Accept-Encoding"));
        if (gzip) exchange.getResponseHeaders().set("Content-Encoding", "gzip");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream body = exchange.getResponseBody();
                OutputStream encoded = gzip ? new GZIPOutputStream(body, 8192) : body;
                Writer writer = new BufferedWriter(new OutputStreamWriter(encoded, StandardCharsets.UTF_8), 8192)) {
            exposition.write(writer, contentType, names);
        }
    }

    private static boolean acceptsGzip(String header) {
        if (header == null) return false;
        for (String encoding : header.toLowerCase(Locale.ROOT).split(",")) {
            String[] parts = encoding.trim().split(";", 2);
            if (parts[0].trim().equals("gzip"))
                return parts.length == 1 || !parts[1].trim().matches("q=0(\\.0*)?");
        }
        return false;
    }

    private static Set<String> names(String query) throws UnsupportedEncodingException {
        Set<String> names = new HashSet<>();
        if (query == null) return names;
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            if (equals > 0
                    && URLDecoder.decode(pair.substring(0, equals), "UTF-8").equals("name[]"))
                names.add(URLDecoder.decode(pair.substring(equals + 1), "UTF-8"));
        }
        return names;
    }

    private static void text(HttpExchange exchange, int status, String contentType, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", contentType);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? -1 : bytes.length);
        if (!head) exchange.getResponseBody().write(bytes);
    }
}
