package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.FreePorts;
import io.foreread.it.fixture.MavenJars;
import io.foreread.it.fixture.Scrape;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

/** Compares the jmx_exporter naming of Foreread with jmx_exporter in the same node. */
@ParameterizedClass(name = "{0}")
@MethodSource("releases")
class JmxExporterDialectIT {
    private static final String JMX_EXPORTER = "io.prometheus.jmx:jmx_prometheus_javaagent:0.20.0";

    /**
     * The pattern of the rules in jmx_exporter's Cassandra example. A bean has at most one key in addition to type,
     * scope and name.
     */
    private static final String BEAN =
            "org\\.apache\\.cassandra\\.metrics<type=(\\S*)(?:, ((?!scope)\\S*)=(\\S*))?(?:, scope=(\\S*))?, name=";

    private static final List<String> NOT_EXPORTED = List.of(
            // Beans of indexes with the old type IndexColumnFamily, which also exist with the new type IndexTable. The
            // example excludes only beans with the old type ColumnFamily.
            "cassandra_indexcolumnfamily_.*",
            // A read resets these values.
            "cassandra_(table|indextable|keyspace)_recentbloomfilterfalse(positives|ratio)",
            // Values of all tables together. From 5.0 on the registry has meters, and JMX also has gauges whose value
            // is the count of the meter.
            "cassandra_table_bytes(anticompacted|mutatedanticompaction)");

    private static ChildJvmNode node;
    private static URI original;

    /**
     * JUnit passes the release, and shows it in the names of the tests. The tests use the static node of this release.
     */
    JmxExporterDialectIT(CassandraRelease release) {
        assertThat(node.version()).isEqualTo(release.version());
    }

    static Stream<CassandraRelease> releases() {
        return NodeReleases.last(
                CassandraRelease.newestOf("3.11"), CassandraRelease.newestOf("4.1"), CassandraRelease.newestOf("5.0"));
    }

    @BeforeParameterizedClassInvocation
    static void start(CassandraRelease release) throws IOException {
        Path storage = NodeReleases.storage("dialect", release);
        Path rules = Files.writeString(storage.resolve("jmx_exporter.yml"), configuration());
        Path jar = MavenJars.withDependencies(List.of(JMX_EXPORTER)).get(0);
        int port = FreePorts.find("127.0.0.1", 1).get(0);
        original = URI.create("http://127.0.0.1:" + port + "/metrics");
        node = ChildJvmNode.of(release, storage)
                .agent("metrics.naming=jmx_exporter,metrics.refresh.slow=5s,metrics.refresh.rare=5s")
                .jvmOptions("-javaagent:" + jar + "=127.0.0.1:" + port + ":" + rules)
                .start();
        node.session()
                .execute("CREATE KEYSPACE ks WITH replication ="
                        + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
        node.session().execute("CREATE TABLE ks.t (id int PRIMARY KEY, v text)");
        node.session().execute("CREATE INDEX by_v ON ks.t (v)");
        for (int i = 0; i < 2_000; i++) {
            node.session().execute("INSERT INTO ks.t (id, v) VALUES (" + i + ", 'v" + i % 100 + "')");
            node.session().execute("SELECT v FROM ks.t WHERE id = " + i);
        }
        node.jmx().flush("ks");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (node != null) node.close();
    }

    private static String configuration() {
        List<String> lines = new ArrayList<>(List.of(
                "lowercaseOutputName: true",
                "lowercaseOutputLabelNames: true",
                "includeObjectNames: ['org.apache.cassandra.metrics:*']",
                "excludeObjectNames: ['org.apache.cassandra.metrics:type=ColumnFamily,*']",
                "rules:"));
        rule(lines, "(\\S*)><>Value", "$5", "GAUGE", "", "1");
        rule(lines, "(.+)?(?:Total)(Latency)><>Count", "$5$6_seconds_sum", "UNTYPED", "", "0.000001");
        rule(lines, "((?:.+)?(?:Latency))><>Count", "$5_seconds_count", "UNTYPED", "", "1");
        rule(lines, "(.+)><>Count", "$5_count", "UNTYPED", "", "1");
        String quantile = ", quantile: '0.$6'";
        rule(lines, "((?:.+)?(?:Latency))><>(\\d+)thPercentile", "$5_seconds", "GAUGE", quantile, "0.000001");
        rule(lines, "(.+)><>(\\d+)thPercentile", "$5", "GAUGE", quantile, "1");
        return String.join("\n", lines) + "\n";
    }

    private static void rule(
            List<String> lines, String pattern, String name, String type, String label, String factor) {
        lines.add("- pattern: '" + BEAN + pattern + "'");
        lines.add("  name: cassandra_$1_" + name);
        lines.add("  type: " + type);
        lines.add("  labels: {'$1': '$4', '$2': '$3'" + label + "}");
        if (!factor.equals("1")) lines.add("  valueFactor: " + factor);
    }

    @Test
    void everySampleOfJmxExporterIsExported() {
        Scrape theirs = Scrape.from(original);
        Set<String> wanted = new TreeSet<>(samples(theirs).keySet());
        assertThat(wanted).hasSizeGreaterThan(5_000);
        // 3.11 drops the schema tables of earlier lines when it starts, and jmx_exporter keeps exporting metrics of
        // these tables.
        wanted.removeAll(ofDroppedTables(theirs));
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            Set<String> missing = new TreeSet<>(wanted);
            missing.removeAll(samples(node.metrics()).keySet());
            missing.removeIf(sample -> NOT_EXPORTED.stream()
                    .anyMatch(name -> sample.substring(0, sample.indexOf('{')).matches(name)));
            assertThat(missing).isEmpty();
        });
    }

    @Test
    void constantValuesAreEqual() {
        // Values read in the background appear with a delay, and percentiles decay between the two scrapes.
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            Map<String, Double> theirs = samples(Scrape.from(original));
            Map<String, Double> ours = samples(node.metrics());
            List<String> different = new ArrayList<>();
            int same = 0;
            for (Map.Entry<String, Double> sample : theirs.entrySet()) {
                if (!sample.getKey().contains("keyspace=ks")) continue;
                Double our = ours.get(sample.getKey());
                if (our == null) continue;
                if (equal(our, sample.getValue())) same++;
                else different.add("jmx_exporter: " + sample + ", Foreread: " + our);
            }
            assertThat(different).isEmpty();
            assertThat(same).isGreaterThan(400);
        });
        assertThat(node.metrics().value("cassandra_table_readlatency_seconds_count", Map.of("table", "t")))
                .hasValue(2_000);
    }

    @Test
    void noSampleIsExportedTwice() {
        assertThat(node.metrics().samples())
                .extracting(JmxExporterDialectIT::key)
                .doesNotHaveDuplicates();
    }

    @Test
    void metricsOutsideOfTheRegistryAreExported() {
        Scrape scrape = node.metrics();
        assertThat(scrape.value("cassandra_up_endpoint_count", Map.of())).hasValue(1);
        assertThat(scrape.value("cassandra_down_endpoint_count", Map.of())).hasValue(0);
        assertThat(scrape.value("jvm_memory_usage_used_bytes", Map.of("area", "Heap")))
                .isPresent();
        assertThat(scrape.value("jvm_gc_collection_count", Map.of("name", "G1 Young Generation")))
                .isPresent();
        assertThat(scrape.value("jvm_physical_memory_size", Map.of())).isPresent();
    }

    private static boolean equal(double ours, double theirs) {
        return Double.compare(ours, theirs) == 0 || Math.abs(ours - theirs) <= 1e-9 * Math.abs(theirs);
    }

    /** The samples of dropped tables, which no longer have an sstable count. */
    private static Set<String> ofDroppedTables(Scrape scrape) {
        Set<String> tables = scrape.named("cassandra_table_livesstablecount", Map.of())
                .map(JmxExporterDialectIT::table)
                .collect(Collectors.toSet());
        return scrape.samples().stream()
                .filter(sample -> sample.name().startsWith("cassandra_table_cas") && !tables.contains(table(sample)))
                .map(JmxExporterDialectIT::key)
                .collect(Collectors.toSet());
    }

    private static String table(Scrape.Sample sample) {
        return sample.labels().get("keyspace") + "." + sample.labels().get("table");
    }

    private static Map<String, Double> samples(Scrape scrape) {
        return scrape.samples().stream()
                .filter(sample -> sample.name().startsWith("cassandra_"))
                .collect(Collectors.toMap(JmxExporterDialectIT::key, Scrape.Sample::value, (a, b) -> a));
    }

    /** The name and the sorted labels. */
    private static String key(Scrape.Sample sample) {
        return sample.name() + new TreeMap<>(sample.labels());
    }
}
