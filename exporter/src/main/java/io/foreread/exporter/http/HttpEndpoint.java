package io.foreread.exporter.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.foreread.exporter.EndpointConfig;
import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.http.RequestCounts.Drop;
import io.foreread.exporter.security.BasicAuth;
import io.foreread.exporter.security.EndpointTls;
import io.foreread.exporter.source.MetricSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens, keeps out whom it shall keep out, bounds what a client can take, and gives the rest to the routes.
 * Thread-safe.
 */
final class HttpEndpoint implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(HttpEndpoint.class);

    private static final int BACKLOG = 64;
    private static final int MOST_URI_CHARS = 16 * 1024;
    private static final String ENDING = HttpEndpoint.class.getName();

    private final EndpointConfig config;
    private final HttpServer server;
    private final EndpointTls tls;
    private final BasicAuth auth;
    private final RequestCounts counts = new RequestCounts();
    private final Workers workers;
    private final Map<String, Route> routes = new ConcurrentHashMap<>();

    private HttpEndpoint(EndpointConfig config, EndpointTls tls, BasicAuth auth, int mostWaiting) throws IOException {
        this.config = config;
        this.tls = tls;
        this.auth = auth;
        InetSocketAddress address = new InetSocketAddress(config.host(), config.port());
        if (tls == null) {
            server = HttpServer.create(address, BACKLOG);
        } else {
            HttpsServer https = HttpsServer.create(address, BACKLOG);
            https.setHttpsConfigurator(new HttpsConfigurator(tls.context()) {
                @Override
                public void configure(HttpsParameters parameters) {
                    parameters.setSSLParameters(tls.parameters());
                }
            });
            server = https;
        }
        workers = new Workers(counts, config.http().timeout().toNanos(), Workers.THREADS + mostWaiting);
        server.setExecutor(workers);
        server.createContext("/", this::handle);
    }

    /**
     * @param mostWaiting requests that may wait for somebody else at a time
     * @throws EndpointException if it cannot be opened as it is asked for; the message says what to change
     */
    static HttpEndpoint bind(EndpointConfig config, int mostWaiting) throws EndpointException {
        HttpConfig http = config.http();
        if (http.broken())
            throw new EndpointException(
                    "the settings " + HttpConfig.PREFIX + "* have a mistake, which was told of before, and an endpoint"
                            + " with less protection than asked for is never opened",
                    null);
        EndpointTls tls;
        BasicAuth auth;
        try {
            tls = http.tls() ? new EndpointTls(http) : null;
            auth = http.auth() ? new BasicAuth(http) : null;
        } catch (IOException e) {
            throw new EndpointException(e.getMessage(), e);
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
        routes.put(path, route);
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
            // An exception would end a thread of ours; the next round makes up for this one.
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
        Turn turn = Turn.current();
        turn.takeBack();
        Call call = new Call(exchange, turn);
        try {
            if (exchange instanceof HttpsExchange) endIfFormer(call, ((HttpsExchange) exchange).getSSLSession());
            answer(call);
            turn.giveForGood();
            exchange.close();
        } finally {
            turn.giveForGood();
            if (call.code() != 0) counts.answered(call.code());
        }
    }

    /** One more answer on a connection of former certificates; the next one begins with a handshake. */
    private void endIfFormer(Call call, SSLSession session) throws IOException {
        if (!tls.isFormer(session)) return;
        // The servers of Java 8 and 11 ask the client to close, and leave it at that.
        if (session.getValue(ENDING) != null) throw new IOException("a connection of former certificates");
        session.putValue(ENDING, true);
        call.header("Connection", "close");
    }

    private void answer(Call call) throws IOException {
        try {
            Route route = admitted(call);
            if (route != null) route.answer(call);
        } catch (RuntimeException | LinkageError e) {
            logger.warn("Foreread could not answer {}", call.path(), e);
            if (call.code() != 0) {
                counts.dropped(Drop.FAILED);
                throw new IOException("cut short by an error of ours", e);
            }
            call.text(500, "an error of ours; the node's log tells more\n");
        }
    }

    /** @return null if the call has been answered */
    private Route admitted(Call call) throws IOException {
        if (call.hasBody()) return refused(call, 413, "a request with a body is none of ours\n");
        if (call.uriLength() > MOST_URI_CHARS) return refused(call, 414, "longer than " + MOST_URI_CHARS + " bytes\n");
        if (call.asksAProxy()) return refused(call, 400, "this is no proxy\n");
        if (auth != null) {
            BasicAuth.Verdict verdict = auth.check(call.requestHeader("Authorization"));
            if (verdict == BasicAuth.Verdict.LATER) {
                call.header("Retry-After", "5");
                return refused(call, 429, "too many wrong passwords; try again later\n");
            }
            if (verdict == BasicAuth.Verdict.UNAUTHORIZED) {
                call.header("WWW-Authenticate", "Basic realm=\"foreread\", charset=\"UTF-8\"");
                return refused(call, 401, "name and password, please\n");
            }
        }
        Route route = routes.get(call.path());
        if (route == null)
            return refused(call, 404, "not found; try " + String.join(", ", new TreeMap<>(routes).keySet()) + "\n");
        if (!call.method().equals("GET") && !call.method().equals("HEAD")) {
            call.header("Allow", "GET, HEAD");
            return refused(call, 405, "only GET and HEAD\n");
        }
        return route;
    }

    private static Route refused(Call call, int status, String why) throws IOException {
        // What may still come on this connection is not worth a thread.
        call.header("Connection", "close");
        call.text(status, why);
        return null;
    }
}
