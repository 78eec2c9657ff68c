package io.foreread.exporter.security;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits the CPU time of password hashes, per client address and in total. One hash runs at a time. After an initial
 * credit, the hashes of a client can use 5 % of one core, and those of all clients together 20 %. Thread-safe.
 */
final class HashBudget {
    /** The initial credit of one address. It is enough for the first logins of all scrapers behind a proxy. */
    static final long CLIENT_CREDIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    static final int CLIENT_DIVISOR = 20;

    static final long TOTAL_CREDIT_NANOS = TimeUnit.SECONDS.toNanos(2);
    static final int TOTAL_DIVISOR = 5;

    /**
     * Limits the memory. If there are more client addresses, the address whose last attempt is the oldest is removed.
     */
    static final int MAX_CLIENTS = 1024;

    /**
     * The maximum number of attempts of one client, with different credentials, that run or wait. It leaves places for other
     * clients.
     */
    private static final int MAX_ATTEMPTS = 2;

    /** The maximum number of attempts that wait. Waiting attempts occupy threads of the endpoint. */
    private static final int MAX_WAITING = 5;

    private static final long WAIT_MILLIS = 1_000;

    private final LongSupplier nanoTime;
    private final LongSupplier cpuNanos;
    private final Semaphore hashing = new Semaphore(1);
    private final Semaphore places = new Semaphore(MAX_WAITING);
    /** Guarded by this, as are all allowances. */
    private final Allowance total;

    private final Map<ByteBuffer, Allowance> clients = new LinkedHashMap<ByteBuffer, Allowance>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Allowance> eldest) {
            return size() > MAX_CLIENTS;
        }
    };

    HashBudget() {
        this(System::nanoTime, cpuClock());
    }

    /** @param cpuNanos the CPU time of the calling thread; negative if the JVM does not measure it */
    HashBudget(LongSupplier nanoTime, LongSupplier cpuNanos) {
        this.nanoTime = nanoTime;
        this.cpuNanos = cpuNanos;
        total = new Allowance(TOTAL_CREDIT_NANOS, TOTAL_DIVISOR, nanoTime.getAsLong());
    }

    private static LongSupplier cpuClock() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported() ? threads::getCurrentThreadCpuTime : () -> -1;
    }

    /**
     * @return null if a budget is exhausted, too many attempts wait, or the wait is too long; otherwise the attempt, which
     *     the same thread must close after the hash
     */
    @Nullable
    Attempt enter(InetAddress address) {
        Allowance client = begin(address);
        if (client == null) return null;
        boolean entered = false;
        try {
            entered = waitForTurn(client);
        } finally {
            if (!entered) end(client, 0);
        }
        return entered ? new Attempt(client) : null;
    }

    private boolean waitForTurn(Allowance client) {
        if (!places.tryAcquire()) return false;
        try {
            if (!hashing.tryAcquire(WAIT_MILLIS, TimeUnit.MILLISECONDS)) return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            places.release();
        }
        // Earlier attempts can have exhausted a budget.
        if (!isSpent(client)) return true;
        hashing.release();
        return false;
    }

    private synchronized @Nullable Allowance begin(InetAddress address) {
        Allowance client = clients.computeIfAbsent(
                ClientAddress.key(address),
                key -> new Allowance(CLIENT_CREDIT_NANOS, CLIENT_DIVISOR, nanoTime.getAsLong()));
        if (client.attempts >= MAX_ATTEMPTS || isSpent(client)) return null;
        client.attempts++;
        return client;
    }

    private synchronized boolean isSpent(Allowance client) {
        long now = nanoTime.getAsLong();
        return client.isSpent(now) || total.isSpent(now);
    }

    private synchronized void end(Allowance client, long nanos) {
        client.attempts--;
        client.savedNanos -= nanos;
        total.savedNanos -= nanos;
    }

    /** A running hash. */
    final class Attempt implements AutoCloseable {
        private final Allowance client;
        private final long enteredNanos = nanoTime.getAsLong();
        private final long enteredCpuNanos = cpuNanos.getAsLong();

        private Attempt(Allowance client) {
            this.client = client;
        }

        @Override
        public void close() {
            end(client, usedNanos());
            hashing.release();
        }

        /** The CPU time of the hash, or the elapsed time if the JVM does not measure CPU time. */
        private long usedNanos() {
            long now = cpuNanos.getAsLong();
            return enteredCpuNanos < 0 || now < 0 ? nanoTime.getAsLong() - enteredNanos : now - enteredCpuNanos;
        }
    }

    /**
     * The CPU time that the hashes of a client, or of all clients together, can still use. It grows at a constant rate up to a
     * maximum.
     */
    private static final class Allowance {
        private final long maxNanos;
        private final int divisor;
        private long countedNanos;
        private int attempts;
        long savedNanos;

        /** @param divisor the reciprocal of the share of one core: 20 means 5 % */
        Allowance(long maxNanos, int divisor, long nowNanos) {
            this.maxNanos = maxNanos;
            this.divisor = divisor;
            savedNanos = maxNanos;
            countedNanos = nowNanos;
        }

        boolean isSpent(long nowNanos) {
            savedNanos = Math.min(maxNanos, savedNanos + (nowNanos - countedNanos) / divisor);
            countedNanos = nowNanos;
            return savedNanos <= 0;
        }
    }
}
