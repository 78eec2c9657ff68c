package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.cassandra.Bridge;
import io.foreread.exporter.cassandra.PeerCounts;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.CurrentRing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks which requests the endpoint rejects, and the headers of its responses. Invalid requests are sent over plain
 * sockets, because an HTTP client would correct them.
 */
class RequestRefusalTest {
    private final Endpoint endpoint = new Endpoint();

    RequestRefusalTest() throws EndpointException {}

    @AfterEach
    void close() {
        endpoint.close();
    }

    @ParameterizedTest
    @CsvSource({
        "GET /metrics HTTP/1.1,200",
        "GET /metrics?x HTTP/1.1,200",
        "GET /metrics/ HTTP/1.1,404",
        "GET //metrics HTTP/1.1,404",
        "GET /metrics/../metrics HTTP/1.1,404",
        "GET /./metrics HTTP/1.1,404",
        "GET /%6detrics HTTP/1.1,404",
        "GET /metrics%2f HTTP/1.1,404",
        "GET /metrics;x HTTP/1.1,404",
        "GET metrics HTTP/1.1,404",
        "GET http://127.0.0.1/metrics HTTP/1.1,400",
        "GET //evil/metrics HTTP/1.1,400",
        "GET ///metrics HTTP/1.1,400",
        "GET /%zz HTTP/1.1,400",
        "TRACE /metrics HTTP/1.1,405",
        "OPTIONS /metrics HTTP/1.1,405",
        "OPTIONS * HTTP/1.1,404",
        "get /metrics HTTP/1.1,405",
        "GET,400"
    })
    void onlyGetRequestsOfTheExactPathAreServed(String requestLine, int status) throws IOException {
        assertThat(send(requestLine + "\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 " + status + " ");
    }

    @Test
    void opaqueUriIsRejected() throws IOException {
        assertThat(send("CONNECT host:443 HTTP/1.1\r\nHost: x\r\n\r\n")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 3\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"})
    void requestBodyIsRejected(String rest) throws IOException {
        assertThat(send("GET /metrics HTTP/1.1\r\nHost: x\r\n" + rest)).startsWith("HTTP/1.1 413 ");
    }

    @Test
    void longUriIsRejected() throws IOException {
        assertThat(send("GET /metrics?" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n"))
                .startsWith("HTTP/1.1 414 ");
    }

    @Test
    void tooManyNameParametersAreRejected() throws IOException {
        String names = IntStream.range(0, 1_001).mapToObj(i -> "name[]=x" + i).collect(Collectors.joining("&"));
        assertThat(send("GET /metrics?" + names + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/metrics", "/ready", "/nothing"})
    void responsesForbidCachingAndContentTypeSniffing(String path) throws Exception {
        HttpResponse<String> response = endpoint.get(path);
        assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
    }

    @Test
    void pageForbidsExternalResources() throws Exception {
        assertThat(endpoint.get("/")
                        .headers()
                        .firstValue("Content-Security-Policy")
                        .orElseThrow())
                .contains("default-src 'none'", "frame-ancestors 'none'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "identity"})
    void exceptionInTheBridgeBecomesStatus500(String encoding) throws Exception {
        AtomicBoolean broken = new AtomicBoolean();
        endpoint.exposition.set(new Bridge(MetricsConfig.defaults(), new CurrentRing(), PeerCounts.NONE, () -> {
            if (broken.get()) throw new IllegalStateException("broken");
            return 0;
        }));
        broken.set(true);
        HttpResponse<String> response = endpoint.get("/metrics", "Accept-Encoding", encoding);
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).isEqualTo("internal error; the log has the details\n");
        assertThat(response.headers().firstValue("Content-Encoding")).isEmpty();
    }

    /** @return everything received until the server closes the connection */
    private String send(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
            socket.setSoTimeout(15_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
