package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.catalog.OwnCompactionMetrics;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import io.micrometer.core.instrument.FunctionCounter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the responses of the endpoint, and its threads. */
class MetricsServerTest {
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final Endpoint endpoint = new Endpoint();

    MetricsServerTest() throws EndpointException {}

    @AfterEach
    void close() {
        endpoint.close();
    }

    @Test
    void usesThePrometheusFormatByDefault() throws Exception {
        HttpResponse<String> response = endpoint.get("/metrics");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(header(response, "Content-Type")).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
        assertThat(response.body())
                .contains("# TYPE foreread_build_info gauge\n")
                .contains("foreread_build_info{version=\"1.2.3\",revision=\"abc\"} 1\n");
    }

    @Test
    void usesOpenMetricsIfRequested() throws Exception {
        HttpResponse<String> response =
                endpoint.get("/metrics", "Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5");
        assertThat(header(response, "Content-Type")).isEqualTo(OPEN_METRICS);
        assertThat(response.body()).contains("# TYPE foreread_build info\n").endsWith("# EOF\n");
    }

    /** The first value is the header of Prometheus 3, the second value is the header of curl. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    application/openmetrics-text;version=1.0.0;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,\
                    text/plain;version=0.0.4;q=0.3,*/*;q=0.2 | true
                    */* | false
                    application/openmetrics-text;q=0.5,text/plain | false
                    application/openmetrics-text;q=0,text/plain;q=0.1 | false
                    application/openmetrics-text;q=0 | false
                    application/openmetrics-text,*/* | true
                    text/*;q=0.4, application/openmetrics-text; q=0.5 | true
                    application/openmetrics-text;q=high | true
                    """)
    void formatIsTheOneThatTheClientPrefers(String accept, boolean isOpenMetrics) throws Exception {
        assertThat(header(endpoint.get("/metrics", "Accept", accept), "Content-Type"))
                .isEqualTo(isOpenMetrics ? OPEN_METRICS : "text/plain; version=0.0.4; charset=utf-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate, gzip;q=1.0, *;q=0.5", "GZIP"})
    void compressesIfAccepted(String accepted) throws Exception {
        HttpResponse<byte[]> response =
                endpoint.send("GET", "/metrics", HttpResponse.BodyHandlers.ofByteArray(), "Accept-Encoding", accepted);
        assertThat(header(response, "Content-Encoding")).isEqualTo("gzip");
        byte[] body = new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes();
        assertThat(new String(body, StandardCharsets.UTF_8)).contains("foreread_build_info");
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", "gzip;q=0", "gzip; q=0.0", "br"})
    void doesNotCompressOtherwise(String accepted) throws Exception {
        HttpResponse<String> response = endpoint.get("/metrics", "Accept-Encoding", accepted);
        assertThat(response.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(response.body()).contains("foreread_build_info");
    }

    @Test
    void exportsOnlyTheRequestedNames() throws Exception {
        serve(sink -> {
            sink.sample(OwnCompactionMetrics.COMPACTION_RUNNING, 2);
            sink.histogram(
                    OwnCompactionMetrics.COMPACTION_DURATION,
                    new double[] {1, Double.POSITIVE_INFINITY},
                    new long[] {1, 2},
                    3.5,
                    "compaction");
        });
        assertThat(endpoint.get("/metrics?name[]=cassandra_compaction_running").body())
                .contains("cassandra_compaction_running 2")
                .doesNotContain("duration", "foreread_");
        assertThat(endpoint.get("/metrics?name%5B%5D=cassandra_compaction_duration_seconds_count&name[]=x&y=1")
                        .body())
                .contains("cassandra_compaction_duration_seconds_count{activity=\"compaction\"} 2")
                .doesNotContain("_bucket", "running");
        assertThat(endpoint.get("/metrics?name[]=cassandra_compaction_duration_seconds")
                        .body())
                .contains("duration_seconds_bucket", "duration_seconds_count", "duration_seconds_sum")
                .doesNotContain("running");
    }

    @Test
    void writesHistogramsWithBucketsSumAndCount() throws Exception {
        serve(sink -> sink.histogram(
                OwnCompactionMetrics.COMPACTION_DURATION,
                new double[] {0.5, Double.POSITIVE_INFINITY},
                new long[] {1, 2},
                3.5,
                "compaction"));
        assertThat(endpoint.get("/metrics").body())
                .contains("# TYPE cassandra_compaction_duration_seconds histogram\n")
                .contains("cassandra_compaction_duration_seconds_bucket{activity=\"compaction\",le=\"0.5\"} 1\n")
                .contains("cassandra_compaction_duration_seconds_bucket{activity=\"compaction\",le=\"+Inf\"} 2\n")
                .contains("cassandra_compaction_duration_seconds_sum{activity=\"compaction\"} 3.5\n");
    }

    @ParameterizedTest
    @CsvSource({"1.0E-4, 0.0001", "2.5E-5, 0.000025", "0.5, 0.5", "4096.0, 4096.0", "1.6777216E7, 16777216.0"})
    void writesBoundsInDecimalNotationInBothFormats(double bound, String text) throws Exception {
        serve(sink -> sink.histogram(
                OwnCompactionMetrics.COMPACTION_DURATION,
                new double[] {bound, Double.POSITIVE_INFINITY},
                new long[] {1, 2},
                3.5,
                "compaction"));
        String sample = "cassandra_compaction_duration_seconds_bucket{activity=\"compaction\",le=\"" + text + "\"";
        assertThat(endpoint.get("/metrics").body()).contains(sample);
        assertThat(endpoint.get("/metrics", "Accept", OPEN_METRICS).body()).contains(sample);
    }

    @Test
    void failingSourceIsCountedAndOthersAreExported() throws Exception {
        serve(sink -> {
            throw new IllegalStateException("broken");
        });
        HttpResponse<String> response = endpoint.get("/metrics");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body())
                .contains("foreread_build_info{")
                .contains("foreread_scrape_errors_total{group=\"test\"} 1")
                .contains("foreread_scrape_errors_total{group=\"build\"} 0")
                .contains("foreread_scrape_seconds{group=\"test\"}");
    }

    @Test
    void errorOutsideOfSourcesIsA500() throws Exception {
        endpoint.exposition.bind(registry -> FunctionCounter.builder("broken", this, test -> {
                    throw new IllegalStateException("broken");
                })
                .register(registry));
        HttpResponse<String> response = endpoint.get("/metrics");
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).isEqualTo("internal error; the log has the details\n");
    }

    @Test
    void isReadyOnlyAfterTheNodeHasStarted() throws Exception {
        assertThat(endpoint.get("/ready").statusCode()).isEqualTo(503);
        assertThat(endpoint.get("/ready").body()).isEqualTo("not ready: Cassandra is still starting\n");
        endpoint.ready.set(true);
        assertThat(endpoint.get("/ready").statusCode()).isEqualTo(200);
        assertThat(endpoint.get("/ready").body()).isEqualTo("ready\n");
    }

    @Test
    void isLiveBeforeCassandraHasStarted() throws Exception {
        assertThat(endpoint.get("/live").statusCode()).isEqualTo(200);
        assertThat(endpoint.get("/live").body()).isEqualTo("live\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/metric", "/metrics/", "/metrics/x", "/readyness", "/favicon.ico", "/x/../metrics"})
    void otherPathsAreNotFound(String path) throws Exception {
        HttpResponse<String> response = endpoint.get(path);
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(header(response, "Content-Type")).isEqualTo("text/plain; charset=utf-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS"})
    void otherMethodsAreNotAllowed(String method) throws Exception {
        HttpResponse<String> response = endpoint.send(method, "/metrics", HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(header(response, "Allow")).isEqualTo("GET, HEAD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/metrics", "/ready"})
    void headHasNoBody(String path) throws Exception {
        endpoint.ready.set(true);
        HttpResponse<String> response = endpoint.send("HEAD", path, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
    }

    @Test
    void threadsAreDaemonsWithoutAContextClassLoader() throws Exception {
        for (int i = 0; i < 4; i++) endpoint.get("/ready");
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().startsWith("foreread-http-"))
                .isNotEmpty()
                .allMatch(Thread::isDaemon)
                .allMatch(thread -> thread.getContextClassLoader() == null);
    }

    private void serve(Consumer<MetricSink> source) {
        endpoint.exposition.add(new MetricSource() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public void collect(MetricSink sink) {
                source.accept(sink);
            }
        });
    }

    private static String header(HttpResponse<?> response, String name) throws IOException {
        return response.headers().firstValue(name).orElseThrow(() -> new IOException("no " + name));
    }
}
