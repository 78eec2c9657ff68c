package io.foreread.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ClusterSession;
import io.foreread.it.fixture.Ring;
import io.foreread.it.fixture.Tally;
import io.foreread.it.operation.Payload;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.awaitility.Awaitility;

/**
 * An application that writes and reads at QUORUM at a fixed rate until it is closed. It records each acknowledged
 * write. A read is a failure if its row is older than the newest acknowledged write of the key, or if the row does not
 * have the bytes that were written.
 */
final class SteadyClient implements AutoCloseable {
    private static final long PERIOD_MILLIS = 20;
    private static final int IN_FLIGHT = 512;
    private static final int PAYLOAD_BYTES = 1000;
    /** A key is written again after 80 s, which is longer than any request timeout of the driver. */
    private static final int KEYS = 2000;

    private final CqlSession session;
    private final PreparedStatement insert;
    private final PreparedStatement select;
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "foreread-steady-client"));
    private final Semaphore window = new Semaphore(IN_FLIGHT);
    /** The newest acknowledged version by key; 0 means none. */
    private final AtomicLongArray acknowledged = new AtomicLongArray(KEYS);

    private final Map<SocketAddress, LongAdder> answers = new ConcurrentHashMap<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private long requests;

    private SteadyClient(CqlSession session, String table) {
        this.session = session;
        insert = session.prepare("INSERT INTO " + table + " (id, version, payload) VALUES (?, ?, ?) USING TIMESTAMP ?");
        select = session.prepare("SELECT version, payload FROM " + table + " WHERE id = ?");
    }

    /** Creates the table and starts the load. */
    static SteadyClient start(Ring ring, String table) {
        CqlSession session = ClusterSession.open(ring.addresses(), ConsistencyLevel.QUORUM);
        // A replica that is being stopped must not delay a read. With this setting the coordinator soon queries another
        // replica.
        session.execute("CREATE TABLE " + table
                + " (id bigint PRIMARY KEY, version bigint, payload blob) WITH speculative_retry = '200ms'");
        SteadyClient client = new SteadyClient(session, table);
        client.clock.scheduleAtFixedRate(client::request, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return client;
    }

    /** Sends one request: a write of the next key or, every second time, a read of another key. */
    private void request() {
        try {
            long version = ++requests;
            if (version % 2 == 0) write((int) (version / 2 % KEYS), version);
            else read((int) (version / 2 * 7919 % KEYS));
        } catch (RuntimeException e) {
            failures.add("request " + requests + " could not be sent: " + e);
        }
    }

    private void write(int key, long version) {
        send(
                "write of " + key,
                insert.bind((long) key, version, Payload.of(seed(key, version), PAYLOAD_BYTES), version),
                rows -> acknowledged.set(key, version));
    }

    private void read(int key) {
        long known = acknowledged.get(key);
        send("read of " + key, select.bind((long) key), rows -> check(key, known, rows.one()));
    }

    private void send(String what, BoundStatement statement, Consumer<AsyncResultSet> then) {
        window.acquireUninterruptibly();
        session.executeAsync(statement).whenComplete((rows, failure) -> {
            try {
                if (failure != null) throw failure;
                Node coordinator = rows.getExecutionInfo().getCoordinator();
                answers.computeIfAbsent(coordinator.getEndPoint().resolve(), address -> new LongAdder())
                        .increment();
                then.accept(rows);
            } catch (Throwable e) {
                failures.add(what + ": " + e);
            } finally {
                window.release();
            }
        });
    }

    private void check(int key, long known, Row row) {
        if (row == null) {
            if (known != 0) failures.add("key " + key + " is lost; its version " + known + " was acknowledged");
            return;
        }
        long version = row.getLong("version");
        if (version < known)
            failures.add("key " + key + " has version " + version + ", older than the acknowledged version " + known);
        else if (!Payload.of(seed(key, version), PAYLOAD_BYTES).equals(row.getByteBuffer("payload")))
            failures.add("key " + key + " of version " + version + " has other bytes than were written");
        else Tally.ROWS_COMPARED.add(1);
    }

    private static long seed(int key, long version) {
        return version * KEYS + key;
    }

    /** Waits until this node has coordinated 50 more requests, and checks that no request has failed. */
    void awaitAnswersFrom(ChildJvmNode node) {
        LongAdder count = answers.computeIfAbsent(node.address(), address -> new LongAdder());
        long before = count.sum();
        Awaitility.await("answers from " + node.address())
                .atMost(Duration.ofSeconds(60))
                .until(() -> count.sum() >= before + 50);
        assertThat(failures).isEmpty();
    }

    /** Stops sending, and waits for the requests that were sent. */
    private void finish() {
        clock.shutdown();
        try {
            assertThat(clock.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        window.acquireUninterruptibly(IN_FLIGHT);
        window.release(IN_FLIGHT);
    }

    /** Ends the load and reads every key. */
    void finishAndAssertThatNothingFailed() {
        finish();
        assertThat(failures).as("failures of " + requests + " requests").isEmpty();
        for (int key = 0; key < KEYS; key++) {
            if (acknowledged.get(key) == 0) continue;
            Row row = session.execute(select.bind((long) key)).one();
            check(key, acknowledged.get(key), row);
            // No write failed, so no row can be newer than its acknowledged write.
            if (row != null) assertThat(row.getLong("version")).isEqualTo(acknowledged.get(key));
        }
        assertThat(failures).isEmpty();
        assertThat(keys()).isPositive();
    }

    /** The number of keys that have been written. */
    long keys() {
        long keys = 0;
        for (int key = 0; key < KEYS; key++) if (acknowledged.get(key) != 0) keys++;
        return keys;
    }

    @Override
    public void close() {
        clock.shutdownNow();
        session.close();
    }
}
