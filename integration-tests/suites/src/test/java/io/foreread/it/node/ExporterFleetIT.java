package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ExporterProcess;
import io.foreread.it.fixture.Full;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs a standalone exporter with 20 targets on three nodes. Reading an MBean of one target takes 30 s, and another
 * target is down. Checks that the other targets are scraped without a gap, for one minute or with {@code -Pfull} for
 * ten minutes.
 */
class ExporterFleetIT {
    private static final CassandraRelease RELEASE = CassandraRelease.newestOf("4.1");
    private static final int TARGETS_PER_NODE = 9;
    private static final long SCRAPE_SECONDS = 5;
    /** The default scrape timeout of Prometheus. It is far less than the time that reading the slow MBean takes. */
    private static final long TIMEOUT_SECONDS = 10;

    private static final String SLOW = "org.apache.cassandra.metrics:type=CommitLog,name=PendingTasks";
    private static final String SLOW_METRIC = "\ncassandra_commit_log_pending_tasks ";

    private final Path storage = NodeReleases.storage("fleet", RELEASE);

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void slowAttributeAndANodeThatIsDownDoNotDelayOtherTargets() throws Exception {
        try (ChildJvmNode one = node("one");
                ChildJvmNode two = node("two");
                ChildJvmNode three = node("three")) {
            makeSlow(three);
            List<LoopbackForward> forwards = new ArrayList<>();
            for (ChildJvmNode node : List.of(one, two))
                for (int i = 0; i < TARGETS_PER_NODE; i++) forwards.add(new LoopbackForward(node.jmxPort()));
            LoopbackForward down = new LoopbackForward(1);
            down.close();
            List<String> healthy = forwards.stream()
                    .map(forward -> "127.0.0.1:" + forward.port())
                    .toList();
            String slow = "127.0.0.1:" + three.jmxPort();
            String absent = "127.0.0.1:" + down.port();
            try (ExporterProcess exporter = ExporterProcess.start(
                    storage, "--config", config(healthy, slow, absent).toString())) {
                for (String target : healthy) awaitUp(exporter, target);
                awaitUp(exporter, slow);
                scrapeWithoutGap(exporter, healthy, slow, absent);
                for (String target : healthy)
                    assertThat(exporter.get("/metrics").body())
                            .contains("foreread_node_up{target=\"" + target + "\",fleet=\"healthy\"} 1")
                            .contains("foreread_jmx_connections_total{target=\"" + target + "\"} 1");
                assertThat(exporter.get("/metrics").body())
                        .contains("foreread_node_up{target=\"" + absent + "\",fleet=\"\"} 0");
            } finally {
                for (LoopbackForward forward : forwards) forward.close();
            }
        }
    }

    private ChildJvmNode node(String name) throws IOException {
        Path classes = storage.resolve("classes");
        Path type = Path.of(SlowGauge.class.getName().replace('.', '/') + ".class");
        if (!Files.exists(classes.resolve(type))) {
            Files.createDirectories(classes.resolve(type).getParent());
            Files.copy(Path.of("target", "test-classes").resolve(type), classes.resolve(type));
        }
        return ChildJvmNode.of(RELEASE, storage.resolve(name))
                .jvmOptions("-Xbootclasspath/a:" + classes)
                .start();
    }

    private static void makeSlow(ChildJvmNode node) throws Exception {
        MBeanServerConnection beans = node.jmx().server();
        beans.unregisterMBean(new ObjectName(SLOW));
        beans.createMBean(SlowGauge.class.getName(), new ObjectName(SLOW));
    }

    private Path config(List<String> healthy, String slow, String absent) throws IOException {
        Path targets = Files.writeString(
                storage.resolve("targets.yaml"),
                "- {targets: " + quoted(healthy) + ", labels: {fleet: healthy}}\n- {targets: "
                        + quoted(List.of(slow, absent)) + "}\n");
        return Files.writeString(storage.resolve("exporter.yaml"), "targets-file: " + targets + "\n");
    }

    private static String quoted(List<String> items) {
        return items.stream().map(item -> "\"" + item + "\"").toList().toString();
    }

    private static void awaitUp(ExporterProcess exporter, String target) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(3))
                .ignoreException(UncheckedIOException.class)
                .until(() -> exporter.get("/metrics?target=" + target).statusCode() == 200);
    }

    private static void scrapeWithoutGap(ExporterProcess exporter, List<String> healthy, String slow, String absent)
            throws Exception {
        List<String> targets = new ArrayList<>(healthy);
        targets.add(slow);
        targets.add(absent);
        ExecutorService scrapers = Executors.newFixedThreadPool(targets.size());
        long slowestNanos = 0;
        int rounds = 0;
        try {
            long endNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(Full.isAskedFor() ? 10 : 1);
            while (System.nanoTime() < endNanos) {
                long startNanos = System.nanoTime();
                Map<String, Future<HttpResponse<String>>> answers = new LinkedHashMap<>();
                for (String target : targets)
                    answers.put(target, scrapers.submit(() -> exporter.get("/metrics?target=" + target)));
                for (Map.Entry<String, Future<HttpResponse<String>>> answer : answers.entrySet()) {
                    HttpResponse<String> scrape = answer.getValue().get();
                    String target = answer.getKey();
                    assertThat(scrape.statusCode()).as(target).isEqualTo(target.equals(absent) ? 503 : 200);
                    if (target.equals(absent)) continue;
                    assertThat(scrape.body()).contains("cassandra_node_info{", "cassandra_storage_load_bytes");
                    if (target.equals(slow))
                        // On a busy machine, further MBeans can take longer than a second.
                        assertThat(scrape.body())
                                .doesNotContain(SLOW_METRIC)
                                .containsPattern("\nforeread_jmx_slow_beans [1-9]");
                    else assertThat(scrape.body()).contains(SLOW_METRIC);
                }
                long roundNanos = System.nanoTime() - startNanos;
                assertThat(Duration.ofNanos(roundNanos))
                        .as("time of a round")
                        .isLessThan(Duration.ofSeconds(TIMEOUT_SECONDS));
                slowestNanos = Math.max(slowestNanos, roundNanos);
                rounds++;
                long leftNanos = TimeUnit.SECONDS.toNanos(SCRAPE_SECONDS) - roundNanos;
                if (leftNanos > 0) TimeUnit.NANOSECONDS.sleep(leftNanos);
            }
        } finally {
            scrapers.shutdownNow();
        }
        System.out.printf(
                "%d rounds of %d targets without a gap, the slowest in %d ms%n",
                rounds, targets.size(), TimeUnit.NANOSECONDS.toMillis(slowestNanos));
    }
}
