package io.foreread.exporter.http;

import io.foreread.exporter.config.EndpointConfig;
import io.foreread.exporter.config.FileReload;
import io.foreread.exporter.source.MetricSource;
import java.io.IOException;
import java.net.InetAddress;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server with {@code /metrics}, {@code /ready}, {@code /live}, {@code /} and, in a standalone exporter,
 * {@code /exporter}. Thread-safe.
 */
public final class MetricsServer implements AutoCloseable {
    private static final String RETRY_SECONDS = "5";

    private final HttpEndpoint endpoint;
    private final ScrapeContext scrapes;
    private final ScrapeQueue queue;
    private final ConfigReloads reloads = new ConfigReloads();

    private MetricsServer(HttpEndpoint endpoint, Site site) {
        this.endpoint = endpoint;
        endpoint.sources().forEach(site::add);
        scrapes = endpoint.scrapes();
        queue = endpoint.queue();
        site.add(reloads);
        endpoint.addReloads(reloads);
        endpoint.route("/", call -> page(call, site));
        endpoint.route("/metrics", call -> metrics(call, site::exposition));
        Exposition own = site.ownExposition();
        if (own != null) endpoint.route("/exporter", call -> metrics(call, (target, complete, limitNanos) -> own));
        endpoint.routeProbe("/ready", call -> ready(call, site));
        endpoint.routeProbe("/live", call -> call.text(200, "live\n"));
    }

    /**
     * Binds the address; requests are answered after {@link #start}.
     *
     * @param ready returns whether the node has started
     * @throws EndpointException if the endpoint cannot be opened as configured; the message says what to change
     */
    public static MetricsServer bind(EndpointConfig config, Exposition exposition, NodePage page, BooleanSupplier ready)
            throws EndpointException {
        return bind(config, new Site() {
            @Override
            public void add(MetricSource source) {
                exposition.add(source);
            }

            @Override
            public Exposition exposition(@Nullable String target, boolean complete, long limitNanos) {
                return exposition;
            }

            @Override
            public String page() {
                return page.html();
            }

            @Override
            public @Nullable String notReady() {
                return ready.getAsBoolean() ? null : "Cassandra is still starting";
            }
        });
    }

    /**
     * Binds the address; requests are answered after {@link #start}.
     *
     * @throws EndpointException if the endpoint cannot be opened as configured; the message says what to change
     */
    public static MetricsServer bind(EndpointConfig config, Site site) throws EndpointException {
        HttpEndpoint endpoint = HttpEndpoint.bind(config, site.maxWaiting());
        try {
            return new MetricsServer(endpoint, site);
        } catch (RuntimeException | Error e) {
            endpoint.close();
            throw e;
        }
    }

    /**
     * Exports whether changes of a file are applied.
     *
     * @param file the value of the label {@code file}
     */
    public void watch(String file, FileReload reload) {
        reloads.add(file, reload);
    }

    public void start() {
        endpoint.start();
    }

    /** The bound port, which differs from the configured port if that is 0. */
    public int port() {
        return endpoint.port();
    }

    /** Whether only processes of this host can reach the endpoint. */
    public boolean isLocal() {
        return endpoint.isLocal();
    }

    /** Returns the URL of the endpoint, with a slash at the end. */
    public String url() {
        return endpoint.url();
    }

    @Override
    public void close() {
        endpoint.close();
    }

    private static void page(Call call, Site site) throws IOException {
        // The page uses inline style only.
        call.header(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'none'");
        call.body(200, "text/html; charset=utf-8", site.page());
    }

    private static void ready(Call call, Site site) throws IOException {
        String notReady = site.notReady();
        if (notReady == null) call.text(200, "ready\n");
        else call.text(503, "not ready: " + notReady + "\n");
    }

    private interface ByTarget {
        Exposition exposition(@Nullable String target, boolean complete, long limitNanos) throws NotServedException;
    }

    private void metrics(Call call, ByTarget metrics) throws IOException {
        ScrapeRequest request = new ScrapeRequest(call);
        if (request.hasTooManyNames()) {
            call.text(
                    400,
                    "at most " + ScrapeRequest.MAX_NAMES + " name[] parameters allowed; omit them for all metrics\n");
            return;
        }
        long begunNanos = System.nanoTime();
        long statedNanos = request.statedTimeoutNanos();
        boolean head = call.method().equals("HEAD");
        Exposition exposition;
        try {
            exposition = metrics.exposition(
                    request.target(),
                    !head && request.names().isEmpty(),
                    // The rest is for the rendering and the response.
                    statedNanos > 0 ? statedNanos / 10 * 9 : Long.MAX_VALUE);
        } catch (NotServedException e) {
            refuse(call, e);
            return;
        }
        String contentType = Exposition.contentType(request.accept());
        boolean gzip = request.acceptsGzip();
        call.header("Vary", "Accept, Accept-Encoding");
        if (head) {
            stream(call, contentType, gzip, 0, out -> {});
            return;
        }
        Rendering rendering;
        try {
            rendering = render(exposition, request, call.client(), contentType, begunNanos);
        } catch (NotServedException e) {
            refuse(call, e);
            return;
        }
        try {
            stream(call, contentType, gzip, rendering.length(gzip), out -> rendering.writeTo(out, gzip));
        } catch (RenderingMemory.DiscardedException e) {
            scrapes.counts.dropped(RequestCounts.Drop.SLOW);
            throw e;
        } finally {
            rendering.release();
        }
    }

    /** @param begunNanos the begin of the request, before the values of a remote node were read */
    private Rendering render(
            Exposition exposition, ScrapeRequest request, InetAddress client, String contentType, long begunNanos)
            throws NotServedException {
        // A scraper that states its timeout does not wait in the queue, because it needs the response within this time.
        long statedNanos = request.statedTimeoutNanos();
        if (statedNanos > 0) {
            long leftNanos = statedNanos - (System.nanoTime() - begunNanos);
            return exposition.render(request.names(), contentType, scrapes.within(leftNanos));
        }
        // At least half of the time remains for the rendering and the response.
        try (ScrapeQueue.Place place = queue.enter(client, exposition, scrapes.timeoutNanos / 2)) {
            ScrapeContext remaining = scrapes.within(scrapes.timeoutNanos - place.waitedNanos());
            return exposition.render(request.names(), contentType, remaining);
        }
    }

    private static void stream(Call call, String contentType, boolean gzip, long length, Call.Body body)
            throws IOException {
        if (gzip) call.header("Content-Encoding", "gzip");
        call.stream(contentType, length, body);
    }

    private static void refuse(Call call, NotServedException reason) throws IOException {
        if (reason.status() == 503) call.header("Retry-After", RETRY_SECONDS);
        call.text(reason.status(), reason.getMessage() + "\n");
    }
}
