package io.foreread.exporter.http;

import io.foreread.exporter.security.ClientAddress;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many scrapes of one client address compete for the renderings of one exposition. Further scrapes of this
 * address wait, in the order of their arrival. A client that scrapes in a loop opens its next connection when it has
 * read the response, and a TLS handshake costs as much as a rendering, so the wait limits the cost of such clients.
 * Thread-safe.
 */
final class ScrapeQueue implements AutoCloseable {
    /**
     * The maximum number of scrapes of one address that compete. {@link Renderings} spreads the responses to them over
     * a pause of up to 4 s, so that an address whose clients scrape in a loop gets one response per second.
     */
    static final int MAX_COMPETING = 4;

    /**
     * The maximum number of scrapes of all addresses that wait, because each of them occupies a thread. Further scrapes
     * compete at once.
     */
    static final int MAX_WAITING = 16;

    private final Workers workers;
    private final Semaphore waiting = new Semaphore(MAX_WAITING);
    /** The clients with a scrape that competes or waits. Guarded by this, as is the next field. */
    private final Map<Map.Entry<ByteBuffer, Exposition>, Client> clients = new HashMap<>();

    private boolean closed;

    ScrapeQueue(Workers workers) {
        this.workers = workers;
    }

    /**
     * Waits until the scrape can compete. It also competes if it has waited for the maximum time.
     *
     * @return must be closed as soon as the scrape has its rendering
     * @throws NotServedException if the queue is closed
     */
    Place enter(InetAddress address, Exposition exposition, long maxWaitNanos) throws NotServedException {
        Place place = add(new SimpleImmutableEntry<>(ClientAddress.key(address), exposition));
        boolean entered = false;
        try {
            place.await(maxWaitNanos);
            checkOpen();
            entered = true;
        } finally {
            if (!entered) place.close();
        }
        return place;
    }

    private synchronized Place add(Map.Entry<ByteBuffer, Exposition> key) throws NotServedException {
        checkOpen();
        Client client = clients.computeIfAbsent(key, first -> new Client());
        client.scrapes++;
        return new Place(key, client);
    }

    private synchronized void checkOpen() throws NotServedException {
        if (closed) throw new NotServedException(503, "the endpoint is closed");
    }

    private synchronized void remove(Map.Entry<ByteBuffer, Exposition> key, Client client) {
        if (--client.scrapes == 0) clients.remove(key);
    }

    /** Returns the number of scrapes that wait. */
    int waiting() {
        return MAX_WAITING - waiting.availablePermits();
    }

    /** Returns the number of clients whose state is kept. */
    synchronized int clients() {
        return clients.size();
    }

    /** Ends all waits. The scrapes that wait are rejected. */
    @Override
    public synchronized void close() {
        closed = true;
        clients.values().forEach(client -> client.places.release(MAX_WAITING));
    }

    /** The scrapes of one client. */
    private static final class Client {
        final Semaphore places = new Semaphore(MAX_COMPETING, true);
        /** The number of scrapes that compete or wait. Guarded by the queue. */
        int scrapes;
    }

    /** A scrape that competes for renderings. Not thread-safe. */
    final class Place implements AutoCloseable {
        private final Map.Entry<ByteBuffer, Exposition> key;
        private final Client client;
        private boolean acquired;
        private long waitedNanos;

        private Place(Map.Entry<ByteBuffer, Exposition> key, Client client) {
            this.key = key;
            this.client = client;
        }

        private void await(long maxWaitNanos) {
            try {
                // Unlike tryAcquire() without a timeout, this does not overtake scrapes that wait.
                acquired = client.places.tryAcquire(0, TimeUnit.NANOSECONDS);
                if (!acquired && waiting.tryAcquire()) awaitTurn(maxWaitNanos);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void awaitTurn(long maxWaitNanos) throws InterruptedException {
            long begunNanos = System.nanoTime();
            try {
                workers.beginWait();
                acquired = client.places.tryAcquire(maxWaitNanos, TimeUnit.NANOSECONDS);
            } finally {
                workers.endWait();
                waiting.release();
                waitedNanos = System.nanoTime() - begunNanos;
            }
        }

        /** Returns how long the scrape has waited, 0 if it competed at once. */
        long waitedNanos() {
            return waitedNanos;
        }

        @Override
        public void close() {
            if (acquired) client.places.release();
            remove(key, client);
        }
    }
}
