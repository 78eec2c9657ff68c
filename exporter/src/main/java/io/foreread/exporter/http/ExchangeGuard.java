package io.foreread.exporter.http;

import io.foreread.exporter.http.RequestCounts.Drop;
import io.foreread.exporter.recorder.AllocationRecorder;
import io.foreread.exporter.thread.DaemonThreads;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Limits how long a request can block its thread. During I/O with the client the thread may be interrupted, which
 * closes the socket. Otherwise it is not interrupted, because an interrupt would also close a file of Cassandra that a
 * gauge reads. Thread-safe.
 */
final class ExchangeGuard implements Runnable {
    /**
     * The time limit for the handshake and the request together, and for each write. Scrapers usually have a timeout of
     * a few seconds.
     */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The time limit after the response, for example to read the rest of a request body. */
    static final long LEAVING_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final ThreadLocal<ExchangeGuard> CURRENT = new ThreadLocal<>();

    /**
     * The JDK's HTTP server accepts headers of any size before the updates of October 2024, so allocation is limited
     * here. A handshake and a request allocate less than 2 MiB.
     */
    private static final long MAX_REQUEST_BYTES = 32 << 20;

    private final Runnable exchange;
    private final Workers workers;

    /** Guarded by this, as are the following fields. Null before the exchange. */
    private @Nullable Thread thread;

    /** The time of earlier I/O with the client. The time in which the exporter or a remote node works is not included. */
    private long clientNanos;

    private boolean withClient;
    private long sinceNanos;
    private long patienceNanos;
    private boolean cut;
    private boolean requested;
    private long allocatedBefore;

    ExchangeGuard(Runnable exchange, Workers workers) {
        this.exchange = exchange;
        this.workers = workers;
    }

    @Override
    public void run() {
        synchronized (this) {
            thread = Thread.currentThread();
            allocatedBefore = AllocationRecorder.allocatedBytes(thread);
            markClientIo(PATIENCE_NANOS);
        }
        CURRENT.set(this);
        workers.began(this);
        try {
            exchange.run();
        } catch (Throwable e) {
            // For example an OutOfMemoryError while the server reads the request. The server then closes the connection
            // only
            // after its time limit for requests.
            workers.counts().dropped(Drop.FAILED);
            DaemonThreads.log("a request has failed", e);
        } finally {
            workers.ended(this);
            CURRENT.remove();
            endClientIo();
        }
    }

    /** @return the guard of the request that this thread serves */
    static ExchangeGuard current() {
        return CURRENT.get();
    }

    /** Called before code that can block on the socket. */
    synchronized void beginClientIo() throws IOException {
        if (cut) throw new IOException("closed: the client is too slow");
        markClientIo(PATIENCE_NANOS);
    }

    /** Called before the exchange is closed, which can block on the socket for a short time. */
    synchronized void finish() {
        markClientIo(LEAVING_NANOS);
        // If the interrupt came while the thread was not blocked on the socket, the socket is still open. The interrupt
        // is repeated, so that the next I/O closes the socket.
        if (cut) Thread.currentThread().interrupt();
    }

    /** Called before code of the exporter or of Cassandra, which must not be interrupted. */
    synchronized void endClientIo() {
        addClientTime();
        withClient = false;
        requested = true;
        // Clears an interrupt by cut(), which must not reach the code that follows.
        Thread.interrupted();
    }

    private void addClientTime() {
        if (withClient) clientNanos += System.nanoTime() - sinceNanos;
    }

    private void markClientIo(long newPatienceNanos) {
        addClientTime();
        withClient = true;
        sinceNanos = System.nanoTime();
        patienceNanos = newPatienceNanos;
    }

    /**
     * Interrupts the thread if it waits for the client and a limit is exceeded: the time of this wait, the time of all
     * waits of the request, or the memory allocated before the request is complete.
     *
     * @param maxNanos a further limit for the current I/O with the client. It is short while other requests wait for a
     *     thread
     */
    synchronized void cutIfOver(long nowNanos, long maxNanos) {
        if (!withClient || cut) return;
        long waitedNanos = nowNanos - sinceNanos;
        if (waitedNanos > Math.min(patienceNanos, maxNanos)
                || clientNanos + waitedNanos > workers.timeoutNanos()
                || (!requested && flooded())) cut();
    }

    private boolean flooded() {
        return thread != null && AllocationRecorder.allocatedBytes(thread) - allocatedBefore > MAX_REQUEST_BYTES;
    }

    synchronized void cut() {
        if (cut || !withClient || thread == null) return;
        cut = true;
        workers.counts().dropped(Drop.SLOW);
        thread.interrupt();
    }
}
