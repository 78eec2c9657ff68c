package io.foreread.exporter.jmx;

import io.foreread.exporter.jmx.client.JmxConnection;
import io.foreread.exporter.jmx.client.NodeUnreachableException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Reads MBeans with several threads, because JMX needs a round trip per MBean. It does not wait for a single MBean that
 * takes long. Thread-safe.
 */
public final class ParallelReads {
    private static final long CHECK_MILLIS = 100;

    private final Executor threads;

    /** @param threads the threads, which all nodes share */
    public ParallelReads(Executor threads) {
        this.threads = threads;
    }

    /**
     * @param callers the maximum number of concurrent reads
     * @return false if the reads take longer than the limit
     * @throws NodeUnreachableException if the connection is lost
     */
    boolean read(List<JmxMetric> metrics, JmxConnection connection, int callers, long limitNanos)
            throws NodeUnreachableException {
        return new Batch(metrics, connection).read(callers, limitNanos);
    }

    /**
     * Reads without a time limit for all reads together. Each single call has a time limit, so this method ends.
     *
     * @throws NodeUnreachableException if the connection is lost
     */
    void readAll(List<JmxMetric> metrics, JmxConnection connection, int callers) throws NodeUnreachableException {
        new Batch(metrics, connection).read(callers, Long.MAX_VALUE);
    }

    /** One pass over the metrics of a node. */
    private final class Batch {
        private final List<JmxMetric> wanted;
        private final JmxConnection connection;
        private final Set<Reader> running = ConcurrentHashMap.newKeySet();
        /** Guarded by this, as are the following fields. */
        private int next;

        private int read;
        private int abandoned;
        /** The number of readers that have not ended and are not abandoned. */
        private int active;

        private boolean ended;

        Batch(List<JmxMetric> wanted, JmxConnection connection) {
            this.wanted = wanted;
            this.connection = connection;
        }

        int size() {
            return wanted.size();
        }

        /** @return false if the time limit expired */
        boolean read(int callers, long limitNanos) throws NodeUnreachableException {
            long startNanos = System.nanoTime();
            try {
                for (int i = Math.min(callers, size()); i > 0; i--) startReader();
                // A reader that hangs in a slow MBean is replaced, so that the other MBeans are read. The number of
                // replacements is limited, because all MBeans of a node can hang.
                int replacements = callers;
                while (!await()) {
                    if (connection.lost() != null) throw connection.lost();
                    if (isStuck()) throw new IllegalStateException("errors have ended all threads that read MBeans");
                    if (System.nanoTime() - startNanos > limitNanos) return false;
                    for (Reader reader : running) {
                        if (replacements == 0 || !reader.abandon()) continue;
                        replacements--;
                        startReader();
                    }
                }
                if (connection.lost() != null) throw connection.lost();
                return true;
            } finally {
                end();
            }
        }

        private void startReader() {
            Reader reader = new Reader();
            running.add(reader);
            synchronized (this) {
                active++;
            }
            threads.execute(reader);
        }

        /** Whether metrics remain and no reader is left. */
        private synchronized boolean isStuck() {
            return active == 0 && read + abandoned < size();
        }

        /** @return whether each metric has been read or abandoned */
        @SuppressWarnings("WaitNotInLoop") // the caller loops, and also checks the connection and the time
        private synchronized boolean await() throws NodeUnreachableException {
            try {
                if (read + abandoned < size() && active > 0) wait(CHECK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new NodeUnreachableException("interrupted", "interrupted", e);
            }
            return read + abandoned >= size();
        }

        private synchronized void end() {
            ended = true;
        }

        /** Reads metrics until none is left. */
        private final class Reader implements Runnable {
            /** Guarded by the batch, as are the following fields. */
            private int current = -1;

            private long startNanos;
            private boolean replaced;

            @Override
            public void run() {
                try {
                    while (take()) {
                        try {
                            wanted.get(current).fetch();
                        } finally {
                            done();
                        }
                    }
                } finally {
                    ended();
                }
            }

            private boolean take() {
                synchronized (Batch.this) {
                    if (replaced || ended || next == size() || connection.lost() != null) return false;
                    current = next++;
                    startNanos = System.nanoTime();
                    return true;
                }
            }

            private void done() {
                synchronized (Batch.this) {
                    if (replaced) return;
                    current = -1;
                    if (++read + abandoned == size() || connection.lost() != null) Batch.this.notifyAll();
                }
            }

            private void ended() {
                running.remove(this);
                synchronized (Batch.this) {
                    if (replaced) return;
                    active--;
                    Batch.this.notifyAll();
                }
            }

            /** Stops waiting for this reader if its MBean takes long. */
            boolean abandon() {
                synchronized (Batch.this) {
                    if (replaced || current < 0 || System.nanoTime() - startNanos < JmxMetric.SLOW_NANOS) return false;
                    replaced = true;
                    active--;
                    abandoned++;
                    wanted.get(current).markSlow();
                    return true;
                }
            }
        }
    }
}
