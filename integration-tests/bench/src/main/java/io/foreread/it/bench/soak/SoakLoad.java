package io.foreread.it.bench.soak;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.foreread.it.bench.load.Pace;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Clients that repeatedly write, read and scan the same keys at a fixed rate. Thread-safe. */
final class SoakLoad implements AutoCloseable {
    private static final int PER_SECOND = 300;
    private static final int KEYS = 20_000;
    private static final int ROW_BYTES = 1000;

    private final PreparedStatement write;
    private final PreparedStatement read;
    private final PreparedStatement scan;
    private final SplittableRandom random = new SplittableRandom(1);
    private final LongAdder answered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();
    private final Pace pace;

    SoakLoad(CqlSession session) {
        write = session.prepare("INSERT INTO " + SoakRing.TABLE + " (k, v) VALUES (?, ?)");
        read = session.prepare("SELECT v FROM " + SoakRing.TABLE + " WHERE k = ?");
        scan = session.prepare("SELECT k FROM " + SoakRing.TABLE + " WHERE token(k) > ? LIMIT 50");
        pace = new Pace(session, PER_SECOND, this::request);
        pace.start();
    }

    long answered() {
        return answered.sum();
    }

    long failed() {
        return failed.sum();
    }

    @Nullable
    String firstFailure() {
        return firstFailure.get();
    }

    private Pace.Request request(long number, long dueNanos) {
        return new Pace.Request(statement(number), (error, nanos) -> {
            if (error == null) {
                answered.increment();
                return;
            }
            failed.increment();
            firstFailure.compareAndSet(null, error.toString());
        });
    }

    /** Of 20 successive requests, 10 are writes, 9 are point reads and one is a range read. */
    private BoundStatement statement(long number) {
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
        pace.close();
    }
}
