package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.Scrape;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Creates and drops tables of a node that exports all table metrics. Checks that no series and no object remains. */
@ParameterizedClass(name = "{0}")
@MethodSource("releases")
class TableChurnIT {
    /** Each cycle needs five schema changes, which take some seconds. {@code BridgeChurnTest} runs 10,000 cycles. */
    private static final int CYCLES = Integer.getInteger("foreread.churn.cycles", 3);

    private static final Duration SOON = Duration.ofSeconds(60);
    /** The background reader makes a pass every two seconds, and reads the values of a new table in its next pass. */
    private static final Duration LONGER_THAN_A_PASS = Duration.ofSeconds(5);
    /** A line of the JVM's class histogram: number, instances, bytes, class. */
    private static final Pattern HISTOGRAM_LINE =
            Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+(io\\.foreread\\.exporter\\.cassandra\\.\\S+).*");

    private static ChildJvmNode node;

    /**
     * JUnit passes the release, and shows it in the names of the tests. The tests use the static node of this release.
     */
    TableChurnIT(CassandraRelease release) {
        assertThat(node.version()).isEqualTo(release.version());
    }

    static List<CassandraRelease> releases() {
        return Full.lines(CassandraRelease.newestOf("5.0"));
    }

    @BeforeParameterizedClassInvocation
    static void start(CassandraRelease release) {
        node = ChildJvmNode.of(release, NodeReleases.storage("churn", release))
                .agent("metrics.table.include=*,metrics.table.distributions=both,metrics.naming=both")
                .start();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (node != null) node.close();
    }

    @Test
    void droppedTablesLeaveNoSeriesAndNoObjects() {
        cycle("warmup");
        Map<String, Long> before = liveObjectsByClass();
        assertThat(before).isNotEmpty();
        churn("first");
        try {
            awaitObjects(before);
        } catch (ConditionTimeoutException e) {
            // Cassandra registers some metrics on first use, such as those of a thread pool. It registers them only
            // once. A leak would grow in the second phase too.
            Map<String, Long> after = liveObjectsByClass();
            churn("second");
            awaitObjects(after);
        }
        assertThat(node.errors()).isEmpty();
    }

    /** Waits, because the background reader removes a series only in its next pass. */
    private static void awaitObjects(Map<String, Long> expected) {
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(liveObjectsByClass())
                .isEqualTo(expected));
    }

    private static void churn(String phase) {
        for (int i = 1; i <= CYCLES; i++) cycle(phase + i);
    }

    @Test
    void aTableThatIsCreatedAgainIsExportedCompletely() {
        createTable("again");
        Set<String> before = awaitAllNamesOf("again");
        dropTable("again");
        createTable("again");
        // Values that scrapes do not read themselves appear in the next pass of the background reader.
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(namesOf("again"))
                .containsAll(before));
        dropTable("again");
    }

    /** Waits until two scrapes, between which the background reader has made a pass, have the same names. */
    private static Set<String> awaitAllNamesOf(String keyspace) {
        AtomicReference<Set<String>> last = new AtomicReference<>(Set.of());
        Awaitility.await().atMost(SOON).pollInterval(LONGER_THAN_A_PASS).until(() -> {
            Set<String> names = namesOf(keyspace);
            return names.equals(last.getAndSet(names)) && !names.isEmpty();
        });
        return last.get();
    }

    private static void cycle(String keyspace) {
        createTable(keyspace);
        assertThat(namesOf(keyspace)).hasSizeGreaterThan(60);
        dropTable(keyspace);
        execute("DROP KEYSPACE " + keyspace);
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(samplesOf(keyspace))
                .isEmpty());
    }

    private static void createTable(String keyspace) {
        execute("CREATE KEYSPACE IF NOT EXISTS " + keyspace
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        execute("CREATE TABLE " + keyspace + ".t (id int PRIMARY KEY, v text)");
        execute("CREATE INDEX i ON " + keyspace + ".t (v)");
        execute("INSERT INTO " + keyspace + ".t (id, v) VALUES (1, 'one')");
        execute("SELECT v FROM " + keyspace + ".t WHERE id = 1");
    }

    private static void dropTable(String keyspace) {
        execute("DROP TABLE " + keyspace + ".t");
        // Cassandra releases the metrics of a dropped table on another thread.
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(samplesOf(keyspace))
                .noneMatch(sample -> sample.labels().containsKey("table")));
    }

    private static void execute(String statement) {
        node.session().execute(statement);
    }

    private static Set<String> namesOf(String keyspace) {
        return samplesOf(keyspace).stream()
                .filter(sample -> sample.labels().containsKey("table"))
                .map(Scrape.Sample::name)
                .collect(Collectors.toSet());
    }

    private static List<Scrape.Sample> samplesOf(String keyspace) {
        return node.metrics().samples().stream()
                .filter(sample -> keyspace.equals(sample.labels().get("keyspace")))
                .toList();
    }

    /** The number of live objects of each class of {@code exporter.cassandra}, after a garbage collection. */
    private static Map<String, Long> liveObjectsByClass() {
        Map<String, Long> objects = new TreeMap<>();
        node.jmx()
                .diagnose("gcClassHistogram")
                .lines()
                .map(HISTOGRAM_LINE::matcher)
                .filter(Matcher::matches)
                .forEach(line -> objects.put(line.group(2), Long.parseLong(line.group(1))));
        return objects;
    }
}
