package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.foreread.exporter.catalog.OwnCompactionMetrics;
import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.security.TestCertificates;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks that stalled clients do not delay other clients, and that their resources are released. */
@Timeout(120)
class StalledClientsTest {
    private static final int CLIENTS = 50;
    private static final Duration SOON = Duration.ofSeconds(5);

    @TempDir
    private static Path directory;

    private final StallingClients clients = new StallingClients();

    @AfterEach
    void closeSockets() throws IOException {
        clients.close();
    }

    @Test
    void stalledClientsDelayNoOtherRequest() throws Exception {
        try (Endpoint endpoint = new Endpoint()) {
            addLargeSource(endpoint);
            scrape(endpoint);
            long descriptors = descriptors();
            for (int i = 0; i < CLIENTS; i++) StallingClients.stall(clients.connect(endpoint), i);
            assertRespondsSoon(endpoint);
            awaitRelease(descriptors);
        }
    }

    @Test
    void slowHeadersDelayNoOtherRequest() throws Exception {
        try (Endpoint endpoint = new Endpoint()) {
            scrape(endpoint);
            long descriptors = descriptors();
            for (int i = 0; i < CLIENTS; i++) clients.sendSlowHeader(clients.connect(endpoint));
            assertRespondsSoon(endpoint);
            awaitRelease(descriptors);
        }
    }

    @Test
    void stalledTlsClientsDelayNoOtherRequest() throws Exception {
        try (Endpoint endpoint = new Endpoint(tls())) {
            addLargeSource(endpoint);
            scrape(endpoint);
            long descriptors = descriptors();
            SSLContext context = trustAll();
            for (int i = 0; i < CLIENTS; i++) {
                Socket socket = clients.connect(endpoint);
                if (i % 5 == 0) {
                    // The first 11 bytes of a TLS record that contains a ClientHello and has 512 bytes.
                    socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1, 0, 1, (byte) 252, 3, 3});
                    continue;
                }
                SSLSocket secured =
                        (SSLSocket) context.getSocketFactory().createSocket(socket, "127.0.0.1", endpoint.port(), true);
                secured.setSoTimeout(20_000);
                StallingClients.shakeHands(secured);
                StallingClients.stall(secured, i);
            }
            assertRespondsSoon(endpoint);
            awaitRelease(descriptors);
        }
    }

    @Test
    void connectionWithAHugeHeaderIsClosedBeforeTheHeaderFillsTheHeap() throws Exception {
        try (Endpoint endpoint = new Endpoint()) {
            OutputStream out = clients.connect(endpoint).getOutputStream();
            out.write("GET /metrics HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII));
            byte[] flood = new byte[1 << 20];
            Arrays.fill(flood, (byte) 'x');
            long[] sent = {0};
            await().atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> {
                        try {
                            out.write(flood);
                        } catch (IOException e) {
                            return true;
                        }
                        sent[0] += flood.length;
                        return false;
                    });
            assertThat(sent[0]).isLessThan(1L << 30);
            assertRespondsSoon(endpoint);
        }
    }

    @Test
    void repeatedIncompleteRequestsDelayNoOtherRequest() throws Exception {
        try (Endpoint endpoint = new Endpoint()) {
            scrape(endpoint);
            clients.sendIncompleteRequestsRepeatedly(endpoint, 2 * CLIENTS);
            assertRespondsSoon(endpoint);
            assertThat(scrape(endpoint)).containsPattern("requests_dropped_total\\{reason=\"slow\"} [1-9]");
        }
    }

    @Test
    void slowClientsAreCounted() throws Exception {
        try (Endpoint endpoint = new Endpoint()) {
            for (int i = 0; i < CLIENTS; i++) StallingClients.send(clients.connect(endpoint), "GET /met");
            assertRespondsSoon(endpoint);
            assertThat(scrape(endpoint)).containsPattern("requests_dropped_total\\{reason=\"slow\"} [1-9]");
        }
    }

    private void assertRespondsSoon(Endpoint endpoint) throws Exception {
        for (int i = 0; i < 3; i++) {
            long begun = System.nanoTime();
            assertThat(scrape(endpoint)).contains("foreread_build_info");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
        }
    }

    /** Waits until the server has ended its threads and closed its sockets. The sockets of the clients stay open. */
    private void awaitRelease(long descriptorsBefore) {
        await().atMost(Duration.ofSeconds(40)).untilAsserted(() -> {
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> thread.getName().matches("foreread-http-\\d+"))
                    .hasSizeLessThanOrEqualTo(2);
            assertThat(descriptors()).isLessThanOrEqualTo(descriptorsBefore + clients.sockets() + 5);
        });
    }

    private static long descriptors() {
        return ((com.sun.management.UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getOpenFileDescriptorCount();
    }

    /** Makes the response to a complete scrape larger than the socket buffers. */
    private static void addLargeSource(Endpoint endpoint) {
        endpoint.exposition.add(new MetricSource() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public void collect(MetricSink sink) {
                for (int table = 0; table < 30_000; table++)
                    sink.sample(
                            OwnCompactionMetrics.COMPACTION_READS, table, "compaction", "keyspace", "table_" + table);
            }
        });
    }

    /** Uses a new connection for each request. */
    private static String scrape(Endpoint endpoint) throws Exception {
        HttpURLConnection connection = (HttpURLConnection) URI.create(endpoint.url()
                        + "metrics?name[]=foreread_build_info&name[]=" + "foreread_http_requests_dropped_total")
                .toURL()
                .openConnection();
        connection.setRequestProperty("Connection", "close");
        // As scrapers do. Otherwise, the scrape would wait behind those of the stalled clients, which have its address.
        connection.setRequestProperty("X-Prometheus-Scrape-Timeout-Seconds", "10");
        if (connection instanceof HttpsURLConnection https)
            https.setSSLSocketFactory(trustAll().getSocketFactory());
        try (var in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static HttpConfig tls() throws Exception {
        TestCertificates certificates = new TestCertificates(directory);
        certificates.make("server", "EC");
        return HttpConfig.of(certificates.writeServerFiles("server", directory), new ArrayList<>());
    }

    private static SSLContext trustAll() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustAll()}, null);
        return context;
    }

    private static final class TrustAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
