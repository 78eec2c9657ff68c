package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.cql.Row;
import io.foreread.it.fixture.AgentJar;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.FreePorts;
import io.foreread.it.fixture.MavenJars;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Changes the environment of the agent: its jar is overwritten and deleted, another agent is loaded, and a client runs a
 * user-defined function.
 */
class HostChangesIT {
    private static final CassandraRelease RELEASE = CassandraRelease.newestOf("4.1");
    private static final String JMX_EXPORTER = "io.prometheus.jmx:jmx_prometheus_javaagent:0.20.0";

    @BeforeEach
    void runsOnlyIfItsReleaseIsSelected() {
        assumeTrue(CassandraRelease.all().contains(RELEASE), "not selected by -Dcassandra.lines");
    }

    @Test
    void theNodeKeepsServingWhenTheJarIsOverwrittenAndThenDeleted() throws IOException {
        Path storage = NodeReleases.storage("replaced-jar", RELEASE);
        Path jar = Files.copy(AgentJar.locate(), storage.resolve("foreread-agent.jar"));
        URI endpoint = freeEndpoint();
        try (CassandraNode node = NodeVariant.STOCK
                .node(RELEASE, storage)
                .jvmOptions("-javaagent:" + jar + "=listen=" + endpoint.getAuthority())
                .start()) {
            double fills = Scrape.from(endpoint).sum("foreread_fills_total");
            overwrite(jar);
            assertServes(node, "first");
            assertThat(Scrape.from(endpoint).sum("foreread_fills_total")).isGreaterThan(fills);
            Tally.FAULTS_SURVIVED.add(1);

            Files.delete(jar);
            assertServes(node, "second");
            assertThat(Scrape.from(endpoint).sum("foreread_fallbacks_total", Map.of("reason", "unexpected_error")))
                    .isZero();
            Tally.FAULTS_SURVIVED.add(1);
        }
    }

    @Test
    void runsWithAnotherAgentAndWithUserDefinedFunctions() throws IOException {
        Path storage = NodeReleases.storage("two-agents", RELEASE);
        Path other = MavenJars.withDependencies(List.of(JMX_EXPORTER)).get(0);
        URI theirs = freeEndpoint();
        Path rules = Files.writeString(
                storage.resolve("jmx_exporter.yml"),
                "includeObjectNames: ['org.apache.cassandra.metrics:type=Compaction,*']\n");
        try (CassandraNode node = NodeVariant.AGENT
                .node(RELEASE, storage)
                .jvmOptions("-javaagent:" + other + "=" + theirs.getAuthority() + ":" + rules)
                .yaml("user_defined_functions_enabled", true)
                .start()) {
            assertServes(node, "beside_another");
            assertThat(Scrape.from(theirs).samples()).isNotEmpty();
            assertThat(node.metrics().named("foreread_hook_status", Map.of("state", "failed")))
                    .isEmpty();
            Tally.FAULTS_SURVIVED.add(1);

            compactsWhileUsersCodeRuns(node);
            AgentMemory.assertUsedAndReleased(node);
            Tally.FAULTS_SURVIVED.add(1);
        }
    }

    private static void compactsWhileUsersCodeRuns(CassandraNode node) {
        FaultTables.write(node, "computed", 4, 2000);
        node.session()
                .execute("CREATE FUNCTION " + FaultTables.KEYSPACE + ".twice (v bigint) RETURNS NULL ON NULL INPUT"
                        + " RETURNS bigint LANGUAGE java AS 'return v * 2;'");
        node.jmx().setCompactionThroughput(1);
        CompletableFuture<String> compaction = FaultTables.startCompacting(node, "computed");
        int rows = 0;
        for (Row row : node.session()
                .execute("SELECT id, " + FaultTables.KEYSPACE + ".twice(id) FROM " + FaultTables.KEYSPACE
                        + ".computed LIMIT 1000")) {
            assertThat(row.getLong(1)).isEqualTo(row.getLong(0) * 2);
            rows++;
        }
        assertThat(rows).isEqualTo(1000);
        assertThat(compaction).as("the compaction still runs").isNotDone();
        node.jmx().setCompactionThroughput(0);
        assertThat(compaction.join()).isEqualTo(FaultTables.DONE);
        assertThat(node.errors()).isEmpty();
    }

    private static void assertServes(CassandraNode node, String table) {
        FaultTables.write(node, table, 4, 1000);
        RowDigest rows = FaultTables.digest(node, table);
        assertThat(FaultTables.compact(node, table)).isEqualTo(FaultTables.DONE);
        assertThat(FaultTables.digest(node, table)).isEqualTo(rows);
        assertThat(node.errors()).isEmpty();
    }

    /** Overwrites the jar in place, as cp does. Afterwards every class has another offset in the file. */
    private static void overwrite(Path jar) throws IOException {
        byte[] old = Files.readAllBytes(jar);
        try (OutputStream out = Files.newOutputStream(jar)) {
            out.write(new byte[4321]);
            out.write(old);
        }
    }

    private static URI freeEndpoint() {
        int port = FreePorts.find("127.0.0.1", 1).get(0);
        return URI.create("http://127.0.0.1:" + port + "/metrics");
    }
}
