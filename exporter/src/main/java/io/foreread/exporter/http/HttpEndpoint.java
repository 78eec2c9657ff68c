package io.foreread.exporter.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsExchange;
import io.foreread.exporter.EndpointConfig;
import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.http.RequestCounts.Drop;
import io.foreread.exporter.security.BasicAuth;
import io.foreread.exporter.security.EndpointTls;
import io.foreread.exporter.source.MetricSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens, limits what a client can use, and passes admitted calls to the routes. Thread-safe. */
final class HttpEndpoint implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(HttpEndpoint.class);

    private static final int BACKLOG = 64;

    private final EndpointConfig config;
    private final HttpServer server;
    private final @Nullable EndpointTls tls;
    private final @Nullable BasicAuth auth;
    private final RequestCounts counts = new RequestCounts();
    private final Workers workers;
    private final Admission admission;

    private HttpEndpoint(EndpointConfig config, @Nullable EndpointTls tls, @Nullable BasicAuth auth, int mostWaiting)
            throws IOException {
        this.config = config;
        this.tls = tls;
        this.auth = auth;
        admission = new Admission(auth);
        InetSocketAddress address = new InetSocketAddress(config.host(), config.port());
        server = tls == null ? HttpServer.create(address, BACKLOG) : TlsServer.create(address, BACKLOG, tls);
        workers = new Workers(counts, config.http().timeout().toNanos(), Workers.THREADS + mostWaiting);
        server.setExecutor(workers);
        server.createContext("/", this::handle);
    }

    /**
     * @param mostWaiting maximum number of concurrent requests that wait for another system
     * @throws EndpointException if it cannot be opened as configured; the message says what to change
     */
    static HttpEndpoint bind(EndpointConfig config, int mostWaiting) throws EndpointException {
        HttpConfig http = config.http();
        if (http.broken())
            throw new EndpointException(
                    "the settings http.* have a mistake, which was told of before, and an endpoint"
                            + " with less protection than asked for is never opened",
                    null);
        EndpointTls tls;
        BasicAuth auth;
        try {
            tls = http.tls() ? new EndpointTls(http) : null;
            auth = http.auth() ? new BasicAuth(http) : null;
        } catch (IOException e) {
            throw new EndpointException(String.valueOf(e.getMessage()), e);
        }
        ServerSettings.set();
        try {
            return new HttpEndpoint(config, tls, auth, mostWaiting);
        } catch (IOException | RuntimeException e) {
            throw new EndpointException(
                    "cannot listen on " + config + " (" + e.getMessage()
                            + "); set listen to a free host:port of this machine, or to off",
                    e);
        }
    }

    /** Before {@link #start}. */
    void route(String path, Route route) {
        admission.route(path, route);
    }

    MetricSource counts() {
        return counts;
    }

    void start() {
        workers.start(this::refresh);
        server.start();
    }

    private void refresh() {
        try {
            if (tls != null) tls.refresh();
            if (auth != null) auth.refresh();
        } catch (RuntimeException | LinkageError e) {
            // An exception would end the thread. The files are read again in a few seconds.
            logger.warn("Foreread could not look at the files of its endpoint", e);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Ends with a slash. */
    String url() {
        return (tls == null ? "http://" : "https://") + new EndpointConfig(config.host(), port()) + "/";
    }

    @Override
    public void close() {
        workers.close();
        server.stop(0);
    }

    /** An exception makes the server close the connection as it is. */
    private void handle(HttpExchange exchange) throws IOException {
        ExchangeGuard guard = ExchangeGuard.current();
        guard.endClientIo();
        Call call = new Call(exchange, guard);
        try {
            if (tls != null && exchange instanceof HttpsExchange)
                TlsServer.endIfFormer(call, tls, ((HttpsExchange) exchange).getSSLSession());
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
            Route route = admission.admitted(call);
            if (route != null) route.answer(call);
        } catch (RuntimeException | LinkageError e) {
            logger.warn("Foreread could not answer {}", call.path(), e);
            if (call.code() != 0) {
                counts.dropped(Drop.FAILED);
                throw new IOException("response cut short by an internal error", e);
            }
            call.text(500, "internal error, see system.log\n");
        }
    }
}
