package io.foreread.it.bench.soak;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Clients that write, read and scan at a fixed rate, over the same keys again and again. Thread-safe. */
final class SoakLoad implements AutoCloseable {
    private static final int PER_SECOND = 300;
    private static final long PERIOD_NANOS = 1_000_000_000L / PER_SECOND;
    private static final int AT_ONCE = 256;
    private static final int KEYS = 20_000;
    private static final int ROW_BYTES = 1000;

    private final CqlSession session;
    private final PreparedStatement write;
    private final PreparedStatement read;
    private final PreparedStatement scan;
    private final SplittableRandom random = new SplittableRandom(1);
    private final Semaphore room = new Semaphore(AT_ONCE);
    private final LongAdder answered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicReference<String> firstFailure = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, "soak-load");
    private volatile boolean stopped;

    SoakLoad(CqlSession session) {
        this.session = session;
        write = session.prepare("INSERT INTO " + SoakRing.TABLE + " (k, v) VALUES (?, ?)");
        read = session.prepare("SELECT v FROM " + SoakRing.TABLE + " WHERE k = ?");
        scan = session.prepare("SELECT k FROM " + SoakRing.TABLE + " WHERE token(k) > ? LIMIT 50");
        thread.setDaemon(true);
        thread.start();
    }

    long answered() {
        return answered.sum();
    }

    long failed() {
        return failed.sum();
    }

    /** Null if none has failed. */
    String firstFailure() {
        return firstFailure.get();
    }

    private void run() {
        long due = System.nanoTime();
        for (int i = 0; !stopped; i++) {
            due += PERIOD_NANOS;
            for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime())
                LockSupport.parkNanos(wait);
            room.acquireUninterruptibly();
            session.executeAsync(request(i)).whenComplete((result, error) -> {
                room.release();
                if (error == null) {
                    answered.increment();
                    return;
                }
                failed.increment();
                firstFailure.compareAndSet(null, error.toString());
            });
        }
    }

    /** Of 20: 10 writes, 9 reads, a scan. */
    private BoundStatement request(int number) {
        if (number % 20 == 19) return scan.bind(random.nextLong());
        int key = random.nextInt(KEYS);
        return number % 2 == 0 ? write.bind(key, row()) : read.bind(key);
    }

    private ByteBuffer row() {
        ByteBuffer row = ByteBuffer.allocate(ROW_BYTES);
        while (row.remaining() > ROW_BYTES / 4) row.putLong(random.nextLong());
        return row.rewind();
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
