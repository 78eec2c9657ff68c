package io.foreread.it.bench.load;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that read and write at a fixed rate, even if the node cannot keep up. A latency starts at the time when the
 * request was due. Thread-safe.
 */
public final class Requests implements AutoCloseable {
    public static final int PER_SECOND = 1000;
    private static final int KEYS = 10_000;

    private final PreparedStatement read;
    private final PreparedStatement write;
    private final Pace pace;
    private final RequestWindows windows = new RequestWindows();
    private final AtomicLong failed = new AtomicLong();

    public Requests(CqlSession session) {
        this(session, PER_SECOND);
    }

    public Requests(CqlSession session, int perSecond) {
        read = session.prepare("SELECT v FROM " + PreparedTables.LOADED + " WHERE k = ?");
        write = session.prepare("INSERT INTO " + PreparedTables.LOADED + " (k, v) VALUES (?, 'some value')");
        pace = new Pace(session, perSecond, this::request);
        pace.start();
    }

    /**
     * Begins a window, after the end of the previous one.
     *
     * @throws IllegalStateException if a request has failed
     */
    public RequestWindow begin() {
        if (failed.get() > 0) throw new IllegalStateException(failed + " requests of the load failed");
        return windows.begin();
    }

    private Pace.Request request(long number, long dueNanos) {
        boolean reading = number % 2 == 0;
        RequestWindows.Answered window = windows.send(dueNanos);
        return new Pace.Request((reading ? read : write).bind((int) (number / 2 % KEYS)), (error, nanos) -> {
            if (error != null) failed.incrementAndGet();
            window.with(error == null, reading, nanos);
        });
    }

    @Override
    public void close() {
        pace.close();
    }
}
