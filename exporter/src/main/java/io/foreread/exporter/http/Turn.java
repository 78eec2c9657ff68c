package io.foreread.exporter.http;

import io.foreread.exporter.http.RequestCounts.Drop;
import io.foreread.exporter.recorder.AllocationRecorder;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request on one thread, from its first byte to the end of its answer. The thread is either in the client's hands,
 * blocked on the socket for as long as the client likes, or in ours. Only in the client's it may be interrupted: that
 * closes the socket, and would as well close a file of Cassandra's that a gauge happens to read. Thread-safe.
 */
final class Turn implements Runnable {
    /** For the handshake and the request, and for each write: a scraper's own timeout is seconds as a rule. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** For what comes after the answer, such as the rest of a body that nobody reads. */
    static final long LEAVING_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final ThreadLocal<Turn> CURRENT = new ThreadLocal<>();

    /**
     * Before the updates of October 2024 the server keeps a header of any length: so much garbage for one request means
     * a flood. A handshake and a request are below 2 MiB.
     */
    private static final long MOST_REQUEST_BYTES = 32 << 20;

    private final Runnable exchange;
    private final Workers workers;

    /** Guarded by this, as all that follow; null before and after. */
    private @Nullable Thread thread;

    private long begunNanos;
    private boolean withClient;
    private long sinceNanos;
    private long patienceNanos;
    private boolean cut;
    private boolean requested;
    private long allocatedBefore;

    Turn(Runnable exchange, Workers workers) {
        this.exchange = exchange;
        this.workers = workers;
    }

    @Override
    public void run() {
        synchronized (this) {
            thread = Thread.currentThread();
            begunNanos = System.nanoTime();
            allocatedBefore = AllocationRecorder.allocatedBytes(thread);
            toClient(PATIENCE_NANOS);
        }
        CURRENT.set(this);
        workers.began(this);
        try {
            exchange.run();
        } finally {
            workers.ended(this);
            CURRENT.remove();
            takeBack();
        }
    }

    /** The one that runs on this thread. */
    static Turn current() {
        return CURRENT.get();
    }

    /** What follows may block on the socket. */
    synchronized void give() throws IOException {
        if (cut) throw new IOException("cut off: the client is too slow");
        toClient(PATIENCE_NANOS);
    }

    /** What follows ends the exchange, with or without the client. */
    synchronized void giveForGood() {
        toClient(LEAVING_NANOS);
        // The socket may still be open: the interrupt came when nothing was blocked.
        if (cut) Thread.currentThread().interrupt();
    }

    /** What follows is code of ours or of Cassandra's. */
    synchronized void takeBack() {
        withClient = false;
        requested = true;
        // Ours, by cut(); Cassandra's code must not meet it.
        Thread.interrupted();
    }

    private void toClient(long newPatienceNanos) {
        withClient = true;
        sinceNanos = System.nanoTime();
        patienceNanos = newPatienceNanos;
    }

    /**
     * Ends it if the client has had its time.
     *
     * @param mostNanos that a client may have, however patient we are, because others wait for a thread
     */
    synchronized void cutIfOver(long nowNanos, long mostNanos) {
        if (!withClient || cut) return;
        long waitedNanos = nowNanos - sinceNanos;
        if (waitedNanos > Math.min(patienceNanos, mostNanos)
                || nowNanos - begunNanos > workers.timeoutNanos()
                || (!requested && flooded())) cut();
    }

    private boolean flooded() {
        return thread != null && AllocationRecorder.allocatedBytes(thread) - allocatedBefore > MOST_REQUEST_BYTES;
    }

    synchronized void cut() {
        if (cut || !withClient || thread == null) return;
        cut = true;
        workers.counts().dropped(Drop.SLOW);
        thread.interrupt();
    }
}
