package io.foreread.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.EndpointConfig;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.http.EndpointException;
import io.foreread.exporter.own.FixedReadAheadState;
import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.Component;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ThreadRecord;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsExporterTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private MetricsExporter exporter;

    @BeforeEach
    void start() throws EndpointException {
        exporter = MetricsExporter.start(
                new EndpointConfig("127.0.0.1", 0),
                MetricsConfig.defaults(),
                new BuildInfo("1.2.3", "abc"),
                new FixedReadAheadState());
    }

    @AfterEach
    void stop() {
        exporter.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "foreread_build_info{version=\"1.2.3\",revision=\"abc\"} 1",
                "foreread_hook_status{hook=\"test-hook\",state=\"applied\",reason=\"\"} 1",
                "foreread_probe_failures_total ",
                "foreread_scans_total{pattern=\"full\",reader=\"native\"} ",
                "foreread_fallbacks_total{reason=\"budget_spent\"} ",
                "foreread_buffers_used 3",
                "foreread_buffer_budget_bytes 67108864",
                "cassandra_sstable_read_size_bytes_bucket{activity=\"verify\",component=\"Index\",le=\"4096.0\"} ",
                "cassandra_sstable_read_seconds_sum{activity=\"verify\",component=\"Index\"} ",
                "cassandra_sstable_mmap_chunk_bytes_total{activity=\"verify\"} ",
                "cassandra_allocated_bytes_total{thread_class=\"other\"} ",
                "cassandra_compaction_running 0",
                "cassandra_compaction_finished_total{activity=\"scrub\",keyspace=\"ks\",table=\"t\"} ",
                "cassandra_compaction_duration_seconds_count{activity=\"scrub\"} ",
                "foreread_scrape_errors_total{group=\"compactions\"} 0",
                "jvm_memory_pool_used_bytes{area=\"heap\"",
                "jvm_gc_max_data_size_bytes ",
                "jvm_threads_current ",
                "jvm_classes_currently_loaded ",
                "process_cpu_seconds_total ",
                "process_uptime_seconds ",
                "process_open_fds "
            })
    void servesAllOwnAndJvmFamilies(String start) throws Exception {
        recordExamples();
        assertThat(metrics("text/plain").lines()).anyMatch(line -> line.startsWith(start));
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/openmetrics-text"})
    void describesEachFamilyOnceWithoutDuplicateSamples(String accept) throws Exception {
        recordExamples();
        String body = metrics(accept);
        assertThat(body.lines().filter(line -> line.startsWith("# TYPE ")).map(line -> line.split(" ")[2]))
                .hasSizeGreaterThan(40)
                .doesNotHaveDuplicates();
        assertThat(body.lines()
                        .filter(line -> !line.startsWith("#"))
                        .map(line -> line.substring(0, line.lastIndexOf(' '))))
                .doesNotHaveDuplicates();
    }

    @Test
    void passesPromtoolCheck() throws Exception {
        recordExamples();
        Path promtool = Stream.of(System.getenv("PATH").split(":"))
                .map(directory -> Path.of(directory, "promtool"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeThat(promtool)
                .withFailMessage("no promtool on the PATH: install Prometheus")
                .isNotNull();
        Process process = new ProcessBuilder(promtool.toString(), "check", "metrics")
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().write(metrics("text/plain").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said).isEmpty();
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void isReadyOnceTheNodeHasStartedEvenWithoutARegistry() throws Exception {
        assertThat(get("ready", "*/*").statusCode()).isEqualTo(503);
        exporter.nodeStarted();
        exporter.nodeStarted();
        await().until(() -> get("ready", "*/*").statusCode() == 200);
        assertThat(metrics("text/plain")).contains("foreread_build_info").doesNotContain("cassandra_node_info");
    }

    @Test
    void samplesAllocationInTheBackground() throws Exception {
        assumeThat(Recorders.ALLOCATIONS.supported())
                .as("a JVM that counts allocation")
                .isTrue();
        double before = allocated();
        await().atMost(Duration.ofSeconds(10)).until(() -> allocated() > before);
    }

    @Test
    void stopsAllThreadsOnClose() throws Exception {
        get("ready", "*/*");
        int port = exporter.port();
        exporter.close();
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(ownThreads()).isEmpty());
        // The port is free again.
        MetricsExporter.start(
                        new EndpointConfig("127.0.0.1", port),
                        MetricsConfig.defaults(),
                        new BuildInfo("", ""),
                        new FixedReadAheadState())
                .close();
    }

    @Test
    void closeCanBeRepeatedAndLaterCallsHaveNoEffect() {
        exporter.close();
        exporter.close();
        exporter.nodeStarted();
        exporter.reconfigure(MetricsConfig.defaults());
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(ownThreads()).isEmpty());
    }

    @Test
    void portInUseThrowsAndStopsAllThreads() {
        Set<Thread> before = ownThreads();
        assertThatThrownBy(() -> MetricsExporter.start(
                        new EndpointConfig("127.0.0.1", exporter.port()),
                        MetricsConfig.defaults(),
                        new BuildInfo("", ""),
                        new FixedReadAheadState()))
                .isInstanceOf(EndpointException.class)
                .hasMessageContaining("listen");
        // The exporter that start() created can start its background reader at any time, so that thread is ignored.
        assertThat(ownThreads())
                .filteredOn(thread -> !thread.getName().equals("foreread-background-reader"))
                .isSubsetOf(before);
    }

    /**
     * Records a hook, a compaction-like operation, a read and an access to a mapped chunk. The recorders are static, so
     * each call adds to their content.
     */
    private static void recordExamples() {
        Recorders.HOOKS.set(new HookStatus("test-hook", HookStatus.State.APPLIED, ""));
        Object handle = new Object();
        Recorders.COMPACTIONS.begin(handle, Activity.SCRUB, "ks", "t", () -> 0);
        Recorders.COMPACTIONS.end(handle);
        Activity outer = ThreadRecord.current().enter(Activity.VERIFY);
        Recorders.READS.read(Component.INDEX, 4096, 1000);
        Recorders.READS.mmapChunkAccess(16_384, 1000);
        ThreadRecord.current().restore(outer);
    }

    private double allocated() throws IOException, InterruptedException {
        return metrics("text/plain")
                .lines()
                .filter(line -> line.startsWith("cassandra_allocated_bytes_total{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    private String metrics(String accept) throws IOException, InterruptedException {
        return get("metrics", accept).body();
    }

    private HttpResponse<String> get(String path, String accept) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(exporter.url() + path))
                        .header("Accept", accept)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static Set<Thread> ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("foreread-"))
                .collect(java.util.stream.Collectors.toSet());
    }
}
