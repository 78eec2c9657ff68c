package io.foreread.it.registry;

import com.datastax.oss.driver.api.core.CqlSession;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.ProjectFiles;
import java.io.IOException;
import java.nio.file.Path;

/** The list of the metrics that a node registers when it is used, and the file of this list. */
public final class UsedRegistry {
    private static final String KEYSPACE = "ks1";
    private static final int ROWS = 100;

    private UsedRegistry() {}

    /** The file with the list of the newest release of a line. The tests of the exporter's catalog read it. */
    public static Path file(CassandraVersion version) {
        return ProjectFiles.of("exporter/src/test/resources/registry/" + version.line() + ".txt");
    }

    /**
     * Uses the node, and returns the text of its list. Creates the keyspace {@code ks1}, which must not exist.
     *
     * @throws IllegalStateException if the node has a metric of a kind that the exporter does not know
     */
    public static String list(CassandraNode node) throws IOException {
        use(node);
        return RegistryDump.text(
                node.version(), node.jmx().server().queryMBeans(NodeJmx.name("org.apache.cassandra.metrics:*"), null));
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
        // In 3.11 a read repairs with this probability, and the first repair registers the metrics of read repair.
        String repairs = node.version().isAtLeast(4, 0) ? "" : " WITH read_repair_chance = 1";
        session.execute("CREATE TABLE ks1.t1 (id int PRIMARY KEY, v text, w text)" + repairs);
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
