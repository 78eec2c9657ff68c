package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.EndpointConfig;
import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.own.FixedReadAheadState;
import io.foreread.exporter.recorder.CompactionRecorder;
import io.foreread.exporter.recorder.HookRecorder;
import io.foreread.exporter.source.NodeIdentity;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** A metrics server on a free port with its own recorders, and an HTTP client for this server. */
final class Endpoint implements AutoCloseable {
    final AtomicBoolean ready = new AtomicBoolean();
    final HookRecorder hooks = new HookRecorder();
    final CompactionRecorder compactions = new CompactionRecorder();
    final Exposition exposition;
    private final MetricsServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    Endpoint() throws EndpointException {
        this(HttpConfig.defaults());
    }

    Endpoint(HttpConfig config) throws EndpointException {
        BuildInfo build = new BuildInfo("1.2.3", "abc");
        exposition = new Exposition(build);
        NodeIdentity unknownNode = new NodeIdentity(() -> false, () -> null);
        NodePage page = new NodePage(build, unknownNode, new FixedReadAheadState(), hooks, compactions);
        server = MetricsServer.bind(new EndpointConfig("127.0.0.1", 0, config), exposition, page, ready::get);
        server.start();
    }

    /** Returns an endpoint with valid settings. */
    static Endpoint with(Map<String, String> settings) throws EndpointException {
        List<String> problems = new ArrayList<>();
        HttpConfig config = HttpConfig.of(settings, problems);
        assertThat(problems).isEmpty();
        return new Endpoint(config);
    }

    int port() {
        return server.port();
    }

    String url() {
        return server.url();
    }

    HttpResponse<String> get(String pathAndQuery, String... headers) throws IOException, InterruptedException {
        return send("GET", pathAndQuery, HttpResponse.BodyHandlers.ofString(), headers);
    }

    <T> HttpResponse<T> send(String method, String pathAndQuery, HttpResponse.BodyHandler<T> handler, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.port() + pathAndQuery))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) request.headers(headers);
        return client.send(request.build(), handler);
    }

    @Override
    public void close() {
        server.close();
    }
}
