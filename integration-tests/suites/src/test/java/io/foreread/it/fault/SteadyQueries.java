package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.DeterministicRows;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A client that writes rows and reads them back until it is closed. It continues after failures, which it records. */
final class SteadyQueries implements AutoCloseable {
    private static final int KEYS = 1000;
    private static final long PAUSE_MILLIS = 2;

    private final CqlSession session;
    private final PreparedStatement write;
    private final PreparedStatement read;
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "steady-queries");
    private volatile long done;
    private volatile boolean stopped;

    SteadyQueries(CassandraNode node) {
        session = node.session();
        DeterministicRows.createKeyspace(session, FaultTables.KEYSPACE, false);
        session.execute("CREATE TABLE " + FaultTables.KEYSPACE + ".steady (k int PRIMARY KEY, v bigint)");
        write = session.prepare("INSERT INTO " + FaultTables.KEYSPACE + ".steady (k, v) VALUES (?, ?)");
        read = session.prepare("SELECT v FROM " + FaultTables.KEYSPACE + ".steady WHERE k = ?");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        for (int i = 0; !stopped; i++) {
            int key = i % KEYS;
            long value = i;
            try {
                session.execute(write.bind(key, value));
                Row row = session.execute(read.bind(key)).one();
                if (row == null || row.getLong(0) != value) failures.add("wrote " + value + ", read " + row);
                done = i + 1L;
                // Sets the pace of the client. It does not wait for a condition.
                Thread.sleep(PAUSE_MILLIS);
            } catch (DriverException e) {
                failures.add(e.toString());
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** The number of writes and reads of a row so far, up to the last pair that ended without an exception. */
    long done() {
        return done;
    }

    void assertNoneFailed() {
        assertThat(failures).isEmpty();
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
