package io.foreread.it.operation;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import io.foreread.it.fixture.DeterministicRows;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * Clients of a node that send requests until they are closed: one makes point reads, one writes, and one makes range
 * reads. They check every row, record failures, and measure the longest time between two answers.
 */
public final class ClientLoad implements AutoCloseable {
    private static final int KEYS = 3000;
    private static final int PAYLOAD_BYTES = 500;
    private static final int ROWS_OF_RANGE = 40;
    /** Sets the rate of the requests. It does not wait for a condition. */
    private static final long PAUSE_MILLIS = 3;

    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final List<Client> clients;
    private volatile boolean closed;

    private interface Request {
        /** @throws RuntimeException if the request fails */
        void send(int key);
    }

    private ClientLoad(CqlSession session, String table) {
        PreparedStatement write = session.prepare("INSERT INTO " + table + " (id, payload) VALUES (?, ?)");
        PreparedStatement read = session.prepare("SELECT id, payload FROM " + table + " WHERE id = ?");
        PreparedStatement range = session.prepare(
                "SELECT id, payload FROM " + table + " WHERE token(id) >= token(?) LIMIT " + ROWS_OF_RANGE);
        clients = Stream.of(
                        new Client("load-writes", key -> session.execute(write.bind((long) key, payload(key)))),
                        new Client("load-reads", key -> check(session.execute(read.bind((long) key)), key)),
                        new Client("load-ranges", key -> check(session.execute(range.bind((long) key)), key)))
                .toList();
    }

    /**
     * Creates a table with rows and starts the clients.
     *
     * @param session a session that stays open until the load is closed
     * @param table keyspace and name with a dot in between
     */
    public static ClientLoad start(CqlSession session, String table) {
        DeterministicRows rows = new DeterministicRows(session, table, PAYLOAD_BYTES);
        rows.createTable("compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
        rows.write(0, KEYS, 0, done -> {});
        ClientLoad load = new ClientLoad(session, table);
        load.clients.forEach(client -> client.thread.start());
        return load;
    }

    private static ByteBuffer payload(long id) {
        return DeterministicRows.payload(id, 0, PAYLOAD_BYTES);
    }

    /** Checks that the first row has this key, and the bytes of every row. */
    private static void check(ResultSet rows, int key) {
        boolean first = true;
        for (Row row : rows) {
            long id = row.getLong("id");
            if (first && id != key) throw new IllegalStateException("key " + id + " instead of " + key);
            first = false;
            if (!payload(id).equals(row.getByteBuffer("payload")))
                throw new IllegalStateException("key " + id + " has other bytes than were written");
        }
        if (first) throw new IllegalStateException("key " + key + " is missing");
    }

    /** Begins to measure the longest gap again. */
    public void resetGap() {
        clients.forEach(Client::reset);
    }

    /** The longest time that one of the clients waited for its next answer since the last reset. */
    public Duration longestGap() {
        return Duration.ofNanos(clients.stream().mapToLong(Client::gap).max().orElseThrow());
    }

    /** The number of answers so far. */
    public long answers() {
        return clients.stream().mapToLong(Client::answers).sum();
    }

    /** @throws AssertionError if a request has failed, or if one of the clients no longer sends requests */
    public void verify() {
        if (!failures.isEmpty()) throw new AssertionError(failures.size() + " requests failed: " + failures);
        for (Client client : clients)
            if (!client.thread.isAlive()) throw new AssertionError(client.thread.getName() + " has ended");
    }

    @Override
    public void close() {
        closed = true;
        try {
            for (Client client : clients) client.thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Client {
        private final Request request;
        final Thread thread;
        private long answers;
        private long lastNanos = System.nanoTime();
        private long longestNanos;

        Client(String name, Request request) {
            this.request = request;
            thread = new Thread(this::run, name);
            thread.setDaemon(true);
        }

        private void run() {
            try {
                for (int i = 0; !closed; i++) {
                    send((int) (i * 7919L % KEYS));
                    Thread.sleep(PAUSE_MILLIS);
                }
            } catch (InterruptedException e) {
                failures.add(thread.getName() + " was interrupted");
            } catch (Throwable e) {
                failures.add(thread.getName() + " has ended: " + e);
            }
        }

        private void send(int key) {
            try {
                request.send(key);
            } catch (RuntimeException e) {
                failures.add(thread.getName() + ": " + e);
            }
            answered();
        }

        private synchronized void answered() {
            longestNanos = gap();
            lastNanos = System.nanoTime();
            answers++;
        }

        synchronized void reset() {
            longestNanos = 0;
            lastNanos = System.nanoTime();
        }

        /** The longest gap, including the one that has not ended. */
        synchronized long gap() {
            return Math.max(longestNanos, System.nanoTime() - lastNanos);
        }

        synchronized long answers() {
            return answers;
        }
    }
}
