package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.abuse.AbusedEndpoint;
import io.foreread.it.abuse.Abusers;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.EndpointCredentials;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.Scrape;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs hostile and broken clients against the endpoint of a real node. Checks that CQL clients and a scraper are served
 * meanwhile, that no client gets data without permission, and that no resource leaks. The nodes are always child JVMs,
 * because the suite reads /proc.
 */
class EndpointAbuseIT {
    /** With this number of tables a scrape is larger than the socket buffers, which are at most 4 MiB by default. */
    private static final int TABLES = 60;

    /** Exports all metrics of these tables. */
    private static final String ALL_METRICS =
            "metrics.table.include=*,metrics.table.distributions=buckets,metrics.series-budget=0";

    private static final int SCRAPES = 5;
    private static final int QUERIES = 200;

    /**
     * The minimum number of abusive requests. It is high enough that each malformed request is sent, and that each slow
     * client is disconnected.
     */
    private static final int MIN_ABUSE_REQUESTS = 200;

    /** The same for scrapes in a loop, of which one address gets one response per second. */
    private static final int MIN_LOOPED_SCRAPES = 24;

    static List<CassandraRelease> releases() {
        boolean narrowed = !System.getProperty("cassandra.lines", "").isBlank();
        return narrowed || Full.isAskedFor() ? CassandraRelease.newest() : List.of(CassandraRelease.newestOf("4.1"));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void anOpenEndpointWithstandsAbuse(CassandraRelease release) {
        try (ChildJvmNode node = start(release, NodeReleases.storage("abuse", release), "")) {
            survivesAll(
                    node, new AbusedEndpoint("127.0.0.1", node.metricsAddress().getPort(), false, null), null);
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void anEndpointWithTlsAndPasswordsWithstandsAbuse(CassandraRelease release) {
        Path storage = NodeReleases.storage("abuse-secured", release);
        EndpointCredentials security = EndpointCredentials.in(storage.resolve("endpoint"));
        try (ChildJvmNode node = start(release, storage, "," + security.agentOptions())) {
            AbusedEndpoint target =
                    new AbusedEndpoint("127.0.0.1", node.metricsAddress().getPort(), true, security.authorization());
            survivesAll(node, target, security);
        }
    }

    private static ChildJvmNode start(CassandraRelease release, Path storage, String options) {
        ChildJvmNode node = NodeVariant.AGENT
                .node(release, storage)
                .agent(ALL_METRICS + options)
                .systemProperty("jdk.httpserver.maxConnections", Integer.toString(EndpointResources.MAX_CONNECTIONS))
                .start();
        DeterministicRows.createKeyspace(node.session(), FaultTables.KEYSPACE, false);
        for (int i = 0; i < TABLES; i++)
            node.session().execute("CREATE TABLE " + FaultTables.KEYSPACE + ".exported" + i + " (id int PRIMARY KEY)");
        return node;
    }

    private static void survivesAll(ChildJvmNode node, AbusedEndpoint target, EndpointCredentials security) {
        try (SteadyQueries queries = new SteadyQueries(node);
                SteadyScraper scraper = new SteadyScraper(target, security)) {
            soon().until(() -> scraper.answered() >= SCRAPES);
            EndpointResources before = EndpointResources.by(node, target);
            for (Abuse abuse : Abuse.of(target)) {
                isServedDuring(abuse, target, queries, scraper);
                soon().untilAsserted(() -> before.assertNotExceededBy(node, target));
                assertThat(node.errors()).as(abuse.toString()).isEmpty();
                queries.assertNoneFailed();
                Tally.FAULTS_SURVIVED.add(1);
            }
            int answered = scraper.answered();
            soon().until(() -> scraper.answered() > answered);
            AgentMemory.assertReleased(scraper::last);
        }
    }

    private static void isServedDuring(
            Abuse abuse, AbusedEndpoint target, SteadyQueries queries, SteadyScraper scraper) {
        double counted = counted(abuse, scraper.last());
        try (Abusers abusers = abuse.start(target)) {
            soon().until(() -> abusers.actions() + abusers.connected() >= abuse.clients());
            int answered = scraper.answered();
            long done = queries.done();
            soon().untilAsserted(() -> {
                assertThat(abusers.actions() + abusers.connected())
                        .as("%s so far", abuse)
                        .isGreaterThanOrEqualTo(abuse == Abuse.SCRAPE_LOOPS ? MIN_LOOPED_SCRAPES : MIN_ABUSE_REQUESTS);
                assertThat(scraper.answered())
                        .as("scrapes in spite of %s; failed: %s", abuse, scraper.failures())
                        .isGreaterThanOrEqualTo(answered + SCRAPES);
                assertThat(queries.done()).as("queries in spite of %s", abuse).isGreaterThanOrEqualTo(done + QUERIES);
            });
            assertThat(abusers.answers().wronglyServed()).isEmpty();
            scraper.failures().clear();
        }
        // The last scrape can be older than the last abusive request, so later scrapes are awaited.
        if (isCounted(abuse))
            soon().untilAsserted(() -> assertThat(counted(abuse, scraper.last()))
                    .as(abuse.toString())
                    .isGreaterThan(counted));
    }

    /** Whether the agent counts requests of this kind. The JDK's HTTP server rejects the others itself. */
    private static boolean isCounted(Abuse abuse) {
        return abuse != Abuse.CONNECTIONS && abuse != Abuse.HUGE_HEADERS;
    }

    private static double counted(Abuse abuse, Scrape scrape) {
        return switch (abuse) {
            case WRONG_PASSWORDS, ODD_REQUESTS ->
                scrape.samples().stream()
                        .filter(sample -> sample.name().equals("foreread_http_requests_total"))
                        .filter(sample -> sample.labels().get("code").startsWith("4"))
                        .mapToDouble(Scrape.Sample::value)
                        .sum();
            case SCRAPE_LOOPS ->
                scrape.samples().stream()
                        .filter(sample -> sample.name().equals("foreread_http_scrapes_total"))
                        .filter(sample -> sample.labels().get("result").equals("shared"))
                        .mapToDouble(Scrape.Sample::value)
                        .sum();
            default -> scrape.sum("foreread_http_requests_dropped_total");
        };
    }

    private static ConditionFactory soon() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }
}
