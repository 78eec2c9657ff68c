package io.foreread.it.bench.abuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.foreread.it.abuse.AbusedEndpoint;
import io.foreread.it.abuse.ScrapeLoops;
import io.foreread.it.fixture.EndpointCredentials;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The node is a server of this JVM, which sends some bytes with the headers of a compressed exposition. */
class RecordedEndpointTest {
    private static final byte[] BODY = {0x1f, (byte) 0x8b, 1, 2, 3};

    private final AtomicInteger scrapes = new AtomicInteger();

    @TempDir
    private Path directory;

    private EndpointCredentials credentials;
    private HttpServer node;

    @BeforeEach
    void start() throws IOException {
        credentials = EndpointCredentials.in(directory);
        HttpsServer secured = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secured.setHttpsConfigurator(new HttpsConfigurator(
                EndpointCredentials.existing(credentials.directory()).serverContext()));
        node = secured;
        node.createContext("/metrics", exchange -> {
            scrapes.incrementAndGet();
            boolean admitted = credentials
                    .authorization()
                    .equals(exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            exchange.sendResponseHeaders(admitted ? 200 : 401, admitted ? BODY.length : -1);
            if (admitted) exchange.getResponseBody().write(BODY);
            exchange.close();
        });
        node.start();
    }

    @AfterEach
    void stop() {
        node.stop(0);
    }

    private AbusedEndpoint node(@Nullable String authorization) {
        return new AbusedEndpoint("127.0.0.1", node.getAddress().getPort(), true, authorization);
    }

    @Test
    void sendsTheRecordedResponseToScrapesWithThePassword() throws Exception {
        try (RecordedEndpoint recorded = RecordedEndpoint.start(node(credentials.authorization()), credentials)) {
            HttpResponse<byte[]> response = get(recorded, credentials.authorization());

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).isEqualTo(BODY);
            assertThat(response.headers().firstValue("Content-Encoding")).hasValue("gzip");
            assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4");
            assertThat(get(recorded, "Basic eDp5").statusCode()).isEqualTo(401);
        }
        assertThat(scrapes).as("scrapes of the node").hasValue(1);
    }

    @Test
    void servesTheClientsOfTheBenchmarkWithoutTheNode() throws IOException {
        try (RecordedEndpoint recorded = RecordedEndpoint.start(node(credentials.authorization()), credentials)) {
            assertThat(ScrapeLoops.scrapeInSuccession(recorded.address(), TimeUnit.MILLISECONDS.toNanos(500)))
                    .isPositive();
        }
        assertThat(scrapes).as("scrapes of the node").hasValue(1);
    }

    @Test
    void doesNotStartWithoutAResponseOfTheNode() {
        assertThatThrownBy(() -> RecordedEndpoint.start(node("Basic eDp5"), credentials))
                .isInstanceOf(IOException.class)
                .hasMessage("the node answered 401");
    }

    private HttpResponse<byte[]> get(RecordedEndpoint endpoint, String authorization) throws Exception {
        AbusedEndpoint address = endpoint.address();
        return HttpClient.newBuilder()
                .sslContext(credentials.clientContext())
                .build()
                .send(
                        HttpRequest.newBuilder(
                                        URI.create("https://" + address.host() + ":" + address.port() + "/metrics"))
                                .header("Authorization", authorization)
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray());
    }
}
