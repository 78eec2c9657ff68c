package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ExporterProcess;
import io.foreread.it.fixture.Scrape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the agent's endpoint and the standalone exporter on one node. Both are configured to export all metrics. */
@ParameterizedClass(name = "{0}")
@MethodSource("releases")
class JmxSourceIT {
    private static final String EVERYTHING =
            """
            metrics:
              node: {include: "*", distributions: buckets}
              keyspace: {include: "*", distributions: buckets}
              table: {include: "*", distributions: both}
              refresh: {slow: 5s, rare: 5s}
            """;

    /**
     * Metrics that no attribute of an MBean contains: those that the agent records itself, values of JVM notifications
     * and counters, and values that are read on the node's machine.
     */
    private static final String AGENT_ONLY =
            "foreread_.*|jvm_(gc_(?!collection).*|safepoint.*)|process_resident_memory_bytes"
                    + "|cassandra_(filesystem_.*|disk_access_mode)|cassandra_sstable_(read|mmap|chunk_write).*"
                    + "|cassandra_allocated_bytes"
                    + "|cassandra_(node_)?compaction_(running|scanned|read|reads|read_seconds|written|finished"
                    + "|seconds|cpu_seconds|input|output|allocated|duration)(_.*)?";

    private static Path storage;
    private static ChildJvmNode node;
    private static ExporterProcess exporter;

    /**
     * JUnit passes the release, and shows it in the names of the tests. The tests use the static node of this release.
     */
    JmxSourceIT(CassandraRelease release) {
        assertThat(node.version()).isEqualTo(release.version());
    }

    static Stream<CassandraRelease> releases() {
        return NodeReleases.last(
                CassandraRelease.newestOf("3.11"),
                CassandraRelease.newestOf("4.0"),
                CassandraRelease.newestOf("4.1"),
                CassandraRelease.newestOf("5.0"));
    }

    @BeforeParameterizedClassInvocation
    static void start(CassandraRelease release) throws IOException {
        storage = NodeReleases.storage("jmx", release);
        Path config =
                Files.writeString(storage.resolve("metrics.yaml"), EVERYTHING).toAbsolutePath();
        node = ChildJvmNode.of(release, storage).agent("config=" + config).start();
        node.session()
                .execute("CREATE KEYSPACE ks WITH replication ="
                        + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
        node.session().execute("CREATE TABLE ks.t (id int PRIMARY KEY, v text)");
        node.session().execute("CREATE INDEX t_v ON ks.t (v)");
        for (int i = 0; i < 2000; i++) {
            if (i % 2 == 0) node.session().execute("INSERT INTO ks.t (id, v) VALUES (" + i + ", 'v" + i + "')");
            else node.session().execute("SELECT v FROM ks.t WHERE id = " + (i - 1));
        }
        node.jmx().flush("ks");
        exporter =
                ExporterProcess.start(storage, "--jmx", "127.0.0.1:" + node.jmxPort(), "--config", config.toString());
        awaitServed();
    }

    private static void awaitServed() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .ignoreException(UncheckedIOException.class)
                .until(() -> exporter.get("/ready").statusCode() == 200);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (exporter != null) exporter.close();
        if (node != null) node.close();
    }

    @Test
    void everyFamilyOfTheRegistryHasTheSameTypeHelpAndLabels() {
        // Values read in the background appear a few seconds later.
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            Scrape agent = node.metrics();
            Scrape jmx = Scrape.from(exporter.metricsAddress());
            assertThat(differences(headers(agent), headers(jmx))).isEmpty();
            assertThat(differences(series(agent), series(jmx))).isEmpty();
        });
    }

    /** Entries that only the agent or only the exporter has, except those of metrics that only the agent can have. */
    private static Set<String> differences(Set<String> agent, Set<String> jmx) {
        Set<String> different = new TreeSet<>();
        for (String entry : agent) if (!jmx.contains(entry) && !agentOnly(entry)) different.add("agent only: " + entry);
        for (String entry : jmx)
            if (!agent.contains(entry) && !entry.contains("foreread_")) different.add("exporter only: " + entry);
        return different;
    }

    private static boolean agentOnly(String entry) {
        String name = entry.replaceFirst("^# (HELP|TYPE) ", "").replaceFirst("[ {].*", "");
        return name.replaceFirst("_(total|bucket|sum|count)$", "").matches(AGENT_ONLY);
    }

    private static Set<String> headers(Scrape scrape) {
        return scrape.text().lines().filter(line -> line.startsWith("# ")).collect(Collectors.toSet());
    }

    private static Set<String> series(Scrape scrape) {
        return scrape.samples().stream()
                .map(sample -> sample.name() + sample.labels())
                .collect(Collectors.toSet());
    }

    /**
     * Counters increase between scrapes, so the exporter's value must be between an earlier and a later value of the
     * agent.
     */
    @Test
    void countersBucketsAndSumsOfTheExporterEqualThoseOfTheAgent() {
        // Scrapes of the exporter within a second share one read of the node, which can be older than the agent's
        // value. A scrape after a pause reads the node again.
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofSeconds(3))
                .untilAsserted(JmxSourceIT::compareCounts);
    }

    private static void compareCounts() {
        Map<String, Double> before = counted(node.metrics());
        Map<String, Double> jmx = counted(Scrape.from(exporter.metricsAddress()));
        Map<String, Double> after = counted(node.metrics());
        Map<String, String> wrong = new TreeMap<>();
        int equal = 0;
        for (String series : jmx.keySet()) {
            Double least = before.get(series);
            Double most = after.get(series);
            if (least == null || most == null) continue;
            double value = jmx.get(series);
            if (value < least || value > most) wrong.put(series, least + " <= " + value + " <= " + most);
            if (least == value && value == most) equal++;
        }
        assertThat(wrong).isEmpty();
        assertThat(equal).isGreaterThan(jmx.size() * 9 / 10).isGreaterThan(1000);
        assertThat(jmx.get("cassandra_client_request_latency_seconds_count{operation=read}"))
                .isGreaterThanOrEqualTo(1000);
    }

    private static Map<String, Double> counted(Scrape scrape) {
        Map<String, Double> values = new HashMap<>();
        for (Scrape.Sample sample : scrape.samples())
            if (sample.name().matches("cassandra_.*(_total|_bucket|_count|_sum)"))
                values.put(sample.name() + sample.labels(), sample.value());
        return values;
    }

    /** Percentiles decay between the two reads, so only the unit is compared. */
    @Test
    void percentilesHaveTheUnitOfTheAgent() {
        Map<String, Double> agent = percentiles(node.metrics());
        Map<String, Double> jmx = percentiles(Scrape.from(exporter.metricsAddress()));
        assertThat(jmx).isNotEmpty();
        for (String series : jmx.keySet())
            if (agent.containsKey(series))
                assertThat(jmx.get(series)).as(series).isBetween(agent.get(series) / 10, agent.get(series) * 10);
    }

    private static Map<String, Double> percentiles(Scrape scrape) {
        return scrape.samples().stream()
                .filter(sample -> sample.name().equals("cassandra_table_operation_latency_quantile_seconds"))
                .filter(sample -> "ks".equals(sample.labels().get("keyspace")) && sample.value() > 0)
                .collect(Collectors.toMap(sample -> sample.labels().toString(), Scrape.Sample::value));
    }

    @Test
    void createdTablesAppearAndDroppedTablesDisappear() {
        node.session().execute("CREATE TABLE ks.later (id int PRIMARY KEY)");
        Awaitility.await().atMost(Duration.ofSeconds(40)).until(() -> isExported("later"));
        node.session().execute("DROP TABLE ks.later");
        Awaitility.await().atMost(Duration.ofSeconds(40)).until(() -> !isExported("later"));
    }

    private static boolean isExported(String table) {
        return Scrape.from(exporter.metricsAddress()).samples().stream()
                .anyMatch(sample -> table.equals(sample.labels().get("table")));
    }
}
