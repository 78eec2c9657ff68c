package io.foreread.it.grafana;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.servererrors.QueryExecutionException;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The tables of a cluster under load, and the requests of its clients through one node. */
final class LivingTables {
    static final String KEYSPACE = "living";
    static final String BIG = "rows";
    private static final String ROWS = KEYSPACE + "." + BIG;
    private static final String FEW = KEYSPACE + ".few";
    private static final int ROW_BYTES = 1000;
    private static final int COUNT = 6000;
    /** The number of other rows. Their hints do not fit into one hint file. */
    private static final int OTHERS = 3000;

    private static final int ATTEMPTS = 5;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final int SOME = 100;
    private static final long SHORT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final CqlSession session;

    LivingTables(ChildJvmNode coordinator) {
        session = coordinator.session();
    }

    void create(int replicas) {
        DeterministicRows.createKeyspace(session, KEYSPACE, replicas, true);
        rows().createTable("");
        session.execute("ALTER TABLE " + ROWS + " ADD part int");
        session.execute("CREATE TABLE " + FEW + " (k int PRIMARY KEY, v int)");
        session.execute("CREATE INDEX ON " + FEW + " (v)");
    }

    void indexWithSai() {
        session.execute("CREATE INDEX ON " + ROWS + " (part) USING 'sai'");
    }

    private DeterministicRows rows() {
        return new DeterministicRows(session, ROWS, ROW_BYTES);
    }

    void write(int version) {
        rows().write(0, COUNT, version);
        for (int k = 0; k < 50; k++) {
            execute("INSERT INTO " + FEW + " (k, v) VALUES (" + k + ", " + version + ") IF NOT EXISTS");
            execute("BEGIN BATCH INSERT INTO " + FEW + " (k, v) VALUES (" + k + ", 1) INSERT INTO " + FEW
                    + " (k, v) VALUES (" + (k + 1) + ", 2) APPLY BATCH");
            execute("DELETE FROM " + FEW + " WHERE k = " + (k + 2));
        }
    }

    /** Writes other rows than {@link #write}. */
    void writeOthers(int version) {
        rows().write(COUNT, COUNT + OTHERS, version);
    }

    void read(int version) {
        for (int id = version; id < COUNT; id += 5) execute("SELECT payload FROM " + ROWS + " WHERE id = " + id);
        for (int i = 0; i < 20; i++) {
            contend();
            execute("SELECT k FROM " + FEW + " WHERE v = 1").all();
            execute("SELECT k FROM " + FEW).all();
            execute("SELECT id FROM " + ROWS + " WHERE part = 1 LIMIT 10 ALLOW FILTERING")
                    .all();
        }
        execute("SELECT id FROM " + ROWS).forEach(row -> {});
    }

    /** Writes and reads some rows, slowly enough for a busy machine. */
    void useSlowly() {
        rows().write(0, SOME, 2);
        for (int id = 0; id < SOME; id++) {
            execute("SELECT payload FROM " + ROWS + " WHERE id = " + id);
            NodeCpu.pause(SHORT_PAUSE_NANOS);
        }
        execute("SELECT k FROM " + FEW + " WHERE v = 1").all();
        execute("UPDATE " + FEW + " SET v = 1 WHERE k = 0 IF EXISTS");
        execute("SELECT id FROM " + ROWS).forEach(row -> {});
    }

    /** Executes a statement with retries, because nodes on a busy machine can take some seconds to answer. */
    private ResultSet execute(String statement) {
        for (int attempt = 1; ; attempt++) {
            try {
                return session.execute(statement);
            } catch (AllNodesFailedException | DriverTimeoutException | QueryExecutionException e) {
                if (attempt == ATTEMPTS) throw e;
                NodeCpu.pause(PAUSE_NANOS);
            }
        }
    }

    /** Executes concurrent lightweight transactions on one row. All except one must retry. */
    private void contend() {
        String update = "UPDATE " + FEW + " SET v = 1 WHERE k = 0 IF EXISTS";
        CompletableFuture.allOf(
                        Stream.generate(() -> session.executeAsync(update).toCompletableFuture())
                                .limit(8)
                                .toArray(CompletableFuture[]::new))
                // Some transactions time out. Dashboards show timeouts too.
                .exceptionally(timeout -> null)
                .join();
    }
}
