package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ProjectFiles;
import io.foreread.it.fixture.Scrape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a node exports the metrics that operators use, as listed in {@code operators.txt}. */
class OperatorMetricsIT {
    private static final Path LIST = ProjectFiles.of("exporter/src/test/resources/operators.txt");
    private static final List<String> LINES = List.of("3.11", "4.0", "4.1", "5.0", "6.0");
    private static final String ALL = "metrics.node.include=*,metrics.keyspace.include=*,metrics.table.include=*";

    /** Other suites check the metrics of the other sources, which need other nodes or running operations. */
    private static final Set<String> SOURCES = Set.of("registry", "own", "facts", "jvm");

    /** Limits the wait for values that are read in the background. They appear some seconds after their table. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final int ROWS = 200;

    static Stream<CassandraRelease> releases() {
        return NodeReleases.of(
                CassandraRelease.newestOf("3.11"),
                CassandraRelease.newestOf("4.0"),
                CassandraRelease.newestOf("4.1"),
                CassandraRelease.newestOf("5.0"),
                CassandraRelease.newestOf("6.0"));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void metricsOfOperatorsAreExported(CassandraRelease release) throws IOException {
        Set<String> wanted = families(release.line());
        assertThat(wanted).isNotEmpty();
        try (ChildJvmNode node = ChildJvmNode.of(release, NodeReleases.storage("operators", release))
                .agent(ALL)
                .start()) {
            use(node);
            Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(missing(wanted, node.metrics()))
                    .isEmpty());
            assertThat(node.metrics().sum("foreread_scrape_errors_total")).isZero();
        }
    }

    private static Set<String> families(String line) throws IOException {
        return Files.readAllLines(LIST).stream()
                .filter(row -> !row.startsWith("#"))
                .map(row -> List.of(row.split("\t", -1)))
                .filter(row -> has(row.get(2), line) && SOURCES.contains(row.get(3)))
                .map(row -> row.get(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean has(String lines, String line) {
        if (lines.equals("all")) return true;
        int index = LINES.indexOf(line);
        int dash = lines.indexOf('-');
        return index >= LINES.indexOf(lines.substring(0, dash)) && index <= LINES.indexOf(lines.substring(dash + 1));
    }

    /**
     * The wanted metrics that are not exported. A distribution has no sample with its own name, but one with the suffix
     * _count.
     */
    private static List<String> missing(Set<String> wanted, Scrape scrape) {
        Set<String> exported =
                scrape.samples().stream().map(Scrape.Sample::name).collect(Collectors.toSet());
        return wanted.stream()
                .filter(family -> !exported.contains(family) && !exported.contains(family + "_count"))
                .toList();
    }

    private static void use(ChildJvmNode node) {
        CqlSession session = node.session();
        session.execute("CREATE KEYSPACE ks WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE ks.t (id int, c int, v text, PRIMARY KEY (id, c))");
        PreparedStatement insert = session.prepare("INSERT INTO ks.t (id, c, v) VALUES (?, ?, ?)");
        for (int half = 0; half < 2; half++) {
            for (int i = 0; i < ROWS; i++) session.execute(insert.bind(i, half, "value " + i));
            node.jmx().flush("ks", "t");
        }
        session.execute(BatchStatement.newInstance(
                DefaultBatchType.LOGGED, insert.bind(1, 2, "batched"), insert.bind(2, 2, "batched")));
        session.execute("INSERT INTO ks.t (id, c, v) VALUES (1, 1, 'there') IF NOT EXISTS");
        session.execute("DELETE FROM ks.t WHERE id = 3 AND c = 0");
        for (int i = 0; i < ROWS; i++) session.execute("SELECT * FROM ks.t WHERE id = " + i);
        session.execute("SELECT * FROM ks.t").forEach(row -> {});
        node.jmx().flush("ks", "t");
        node.jmx().majorCompact("ks", "t");
        node.jmx().collectGarbage();
    }
}
