package io.foreread.exporter.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsExchange;
import io.foreread.exporter.config.EndpointConfig;
import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.http.RequestCounts.Drop;
import io.foreread.exporter.security.BasicAuth;
import io.foreread.exporter.security.EndpointSecurity;
import io.foreread.exporter.security.EndpointTls;
import io.foreread.exporter.source.MetricSource;
import io.foreread.exporter.thread.DaemonThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts connections, authenticates, limits requests and dispatches them to routes. Thread-safe. */
final class HttpEndpoint implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(HttpEndpoint.class);

    private static final int BACKLOG = 64;

    private final EndpointConfig config;
    private final HttpServer server;
    private final @Nullable EndpointTls tls;
    private final @Nullable BasicAuth auth;
    private final RequestCounts counts = new RequestCounts();
    private final ScrapeContext scrapes;
    private final Workers workers;
    private final ScrapeQueue queue;
    private final RequestFilter filter;
    private volatile boolean started;

    private HttpEndpoint(EndpointConfig config, @Nullable EndpointTls tls, @Nullable BasicAuth auth, int maxWaiting)
            throws IOException {
        this.config = config;
        this.tls = tls;
        this.auth = auth;
        filter = new RequestFilter(auth, config.http().probesWithoutLogin());
        long timeoutNanos = config.http().timeout().toNanos();
        scrapes = new ScrapeContext(counts, RenderingMemory.ofThisJvm(), timeoutNanos);
        workers = new Workers(counts, timeoutNanos, Workers.THREADS + maxWaiting);
        queue = new ScrapeQueue(workers);
        // After everything that can fail, because nothing would close the port.
        InetSocketAddress address = new InetSocketAddress(config.host(), config.port());
        server = tls == null ? HttpServer.create(address, BACKLOG) : TlsServer.create(address, BACKLOG, tls);
        server.setExecutor(workers);
        server.createContext("/", this::handle);
    }

    /**
     * @param maxWaiting maximum number of requests that wait for a remote node
     * @throws EndpointException if the endpoint cannot be opened as configured; the message says what to change
     */
    static HttpEndpoint bind(EndpointConfig config, int maxWaiting) throws EndpointException {
        HttpConfig http = config.http();
        if (http.broken())
            throw new EndpointException(
                    "a setting http.* is invalid, see the earlier message; the endpoint stays closed,"
                            + " because it would have less protection than configured",
                    null);
        EndpointSecurity security;
        try {
            security = EndpointSecurity.open(http);
        } catch (IOException e) {
            throw new EndpointException(String.valueOf(e.getMessage()), e);
        }
        ServerSettings.set();
        try {
            return new HttpEndpoint(config, security.tls(), security.auth(), maxWaiting);
        } catch (IOException | RuntimeException e) {
            throw new EndpointException(
                    "cannot listen on " + config + " (" + e.getMessage()
                            + "); set listen to a free host:port of this machine",
                    e);
        }
    }

    /** Adds a path. Must be called before {@link #start}. */
    void route(String path, Route route) {
        filter.route(path, route);
    }

    /**
     * Adds a path for probes, which needs no password if {@code http.auth.probes-without-login} is true. Must be called
     * before {@link #start}.
     */
    void routeProbe(String path, Route route) {
        filter.routeProbe(path, route);
    }

    /** The metrics of the endpoint itself. */
    List<MetricSource> sources() {
        return tls == null
                ? Arrays.asList(counts, scrapes.memory)
                : Arrays.asList(counts, scrapes.memory, tls.expiry());
    }

    ScrapeContext scrapes() {
        return scrapes;
    }

    ScrapeQueue queue() {
        return queue;
    }

    void addReloads(ConfigReloads reloads) {
        if (tls != null) reloads.add("certificates", tls.reload());
        if (auth != null) reloads.add("users", auth.reload());
    }

    void start() {
        workers.start(this::refresh);
        server.start();
        started = true;
    }

    private void refresh() {
        try {
            if (tls != null) tls.refresh();
            if (auth != null) auth.refresh();
        } catch (RuntimeException | Error e) {
            // The next run tries again.
            logger.warn("Foreread cannot check the files of its endpoint for changes", e);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Whether the bound address is one that only processes of this host reach. */
    boolean isLocal() {
        return server.getAddress().getAddress().isLoopbackAddress();
    }

    /** Returns the URL of the endpoint, with a slash at the end. */
    String url() {
        return (tls == null ? "http://" : "https://") + new EndpointConfig(config.host(), port()) + "/";
    }

    @Override
    public void close() {
        workers.close();
        queue.close();
        // The thread of the server closes the port. A server that was never started has no such thread.
        if (!started) {
            started = true;
            server.start();
        }
        server.stop(0);
    }

    /** Throws no Error: the server closes a connection after an exception only. */
    private void handle(HttpExchange exchange) throws IOException {
        try {
            serve(exchange);
        } catch (Error e) {
            DaemonThreads.log("cannot answer a request", e);
            throw closing(e);
        }
    }

    /** If this throws an exception, the server closes the connection. */
    private void serve(HttpExchange exchange) throws IOException {
        ExchangeGuard guard = ExchangeGuard.current();
        guard.endClientIo();
        Call call = new Call(exchange, guard);
        try {
            if (tls != null && exchange instanceof HttpsExchange)
                TlsServer.endIfReplaced(call, tls, ((HttpsExchange) exchange).getSSLSession());
            answer(call);
            guard.finish();
            exchange.close();
        } finally {
            guard.finish();
            if (call.code() != 0) counts.answered(call.code());
        }
    }

    private void answer(Call call) throws IOException {
        try {
            Route route = filter.routeOf(call);
            if (route != null) route.answer(call);
        } catch (RuntimeException | LinkageError e) {
            logger.warn("Foreread cannot answer {}", call.path(), e);
            if (call.code() != 0) throw closing(e);
            call.text(500, "internal error; the log has the details\n");
        }
    }

    private IOException closing(Throwable e) {
        counts.dropped(Drop.FAILED);
        return new IOException("no complete response after an internal error", e);
    }
}
