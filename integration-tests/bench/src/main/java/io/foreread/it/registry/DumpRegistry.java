package io.foreread.it.registry;

import com.datastax.oss.driver.api.core.CqlSession;
import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.GrafanaDirectory;
import io.foreread.it.fixture.NodeJmx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import javax.management.ObjectInstance;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes lists of the metrics that running nodes register, for the tests of the exporter's catalog. */
@Command(
        name = "dump-registry",
        description = {
            "Starts a node of each release, uses a table and its indexes, and writes the names and kinds of the node's",
            "metrics to exporter/src/test/resources/registry/<line>.txt. git diff then shows what the release changed."
        })
public final class DumpRegistry extends BenchCommand<List<CassandraVersion>> {
    private static final String KEYSPACE = "ks1";
    private static final int ROWS = 100;

    @SuppressWarnings("UnusedVariable") // picocli reads it
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = "--cassandra",
            paramLabel = "VERSION,...",
            split = ",",
            description = "Exact versions, or lines (their newest release). Default: all lines")
    private List<String> releases = CassandraRelease.lines();

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new DumpRegistry()).execute(arguments));
    }

    @Override
    protected List<CassandraVersion> options() {
        return releases.stream().map(BenchNode::release).toList();
    }

    @Override
    protected boolean measure(List<CassandraVersion> versions) throws IOException {
        for (CassandraVersion version : versions) {
            try {
                Path file = directory().resolve(version.line() + ".txt");
                Files.writeString(file, RegistryDump.text(version, beans(version)));
                console().out().println("Cassandra " + version + ": " + file);
            } catch (RuntimeException e) {
                console().fail("Cassandra " + version, e);
            }
        }
        return true;
    }

    private static Path directory() {
        return GrafanaDirectory.locate().resolveSibling(Path.of("exporter", "src", "test", "resources", "registry"));
    }

    private Collection<ObjectInstance> beans(CassandraVersion version) throws IOException {
        Path storage = console().runDirectory();
        try (ChildJvmNode node = ChildJvmNode.of(version, storage).start()) {
            use(node);
            return node.jmx().server().queryMBeans(NodeJmx.name("org.apache.cassandra.metrics:*"), null);
        } finally {
            PreparedTables.deleteTree(storage);
        }
    }

    /**
     * Uses a table, its indexes and the caches, so that they register their metrics. {@code *-when-used.txt} lists the
     * metrics that a single node does not register, such as those of hints and streams. These lists are written by hand
     * from the sources of Cassandra.
     */
    private static void use(CassandraNode node) {
        CqlSession session = node.session();
        session.execute("CREATE KEYSPACE " + KEYSPACE
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE ks1.t1 (id int PRIMARY KEY, v text, w text)");
        boolean sai = node.version().isAtLeast(5, 0);
        session.execute("CREATE INDEX t1_v ON ks1.t1 (v)" + (sai ? " USING 'legacy_local_table'" : ""));
        if (sai) session.execute("CREATE INDEX t1_w ON ks1.t1 (w) USING 'sai'");
        for (int id = 0; id < ROWS; id++)
            session.execute("INSERT INTO ks1.t1 (id, v, w) VALUES (" + id + ", 'v" + id + "', 'w" + id + "')");
        node.jmx().flush(KEYSPACE);
        session.execute("SELECT * FROM ks1.t1 WHERE id = 1");
        session.execute("SELECT * FROM ks1.t1 WHERE v = 'v1'");
        if (sai) session.execute("SELECT * FROM ks1.t1 WHERE w = 'w1'");
        node.jmx().majorCompact(KEYSPACE);
    }
}
