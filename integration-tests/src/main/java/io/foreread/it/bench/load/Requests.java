package io.foreread.it.bench.load;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that read and write at a fixed rate, whether the node keeps up or not: a request's time counts from when it was
 * due. Thread-safe.
 */
public final class Requests implements AutoCloseable {
    public static final int PER_SECOND = 1000;
    private static final long PERIOD_NANOS = 1_000_000_000L / PER_SECOND;
    private static final int AT_ONCE = 512;
    private static final int KEYS = 10_000;

    private final CqlSession session;
    private final PreparedStatement read;
    private final PreparedStatement write;
    private final Semaphore room = new Semaphore(AT_ONCE);
    private final Thread thread = new Thread(this::run, "bench-requests");
    private volatile boolean stopped;
    private volatile Latencies latencies = new Latencies();
    private final AtomicLong failed = new AtomicLong();

    public Requests(CqlSession session) {
        this.session = session;
        read = session.prepare("SELECT v FROM " + PreparedTables.LOADED + " WHERE k = ?");
        write = session.prepare("INSERT INTO " + PreparedTables.LOADED + " (k, v) VALUES (?, 'some value')");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Requests from now on count there.
     *
     * @throws IllegalStateException if one has failed so far
     */
    public void timeIn(Latencies those) {
        if (failed.get() > 0) throw new IllegalStateException(failed + " requests of the load failed");
        latencies = those;
    }

    private void run() {
        long due = System.nanoTime();
        for (int i = 0; !stopped; i++) {
            due += PERIOD_NANOS;
            for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime())
                LockSupport.parkNanos(wait);
            room.acquireUninterruptibly();
            boolean reading = i % 2 == 0;
            long dueNanos = due;
            Latencies into = latencies;
            session.executeAsync((reading ? read : write).bind(i / 2 % KEYS)).whenComplete((result, error) -> {
                room.release();
                if (error == null) into.add(reading, System.nanoTime() - dueNanos);
                else failed.incrementAndGet();
            });
        }
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        room.acquireUninterruptibly(AT_ONCE);
    }
}
