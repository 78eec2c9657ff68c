package io.foreread.exporter.jmx;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads the MBeans of a node with several threads, the caller included, because JMX needs a round trip per MBean. Idle
 * threads end. Thread-safe.
 */
public final class ParallelReads implements AutoCloseable {
    private static final long IDLE_SECONDS = 90;
    /** The maximum time of a fetch. After it, the scrape fails with a message. */
    private static final long MAX_SECONDS = 60;

    private final int callers;
    private final ThreadPoolExecutor helpers;

    /** @param callers maximum number of concurrent calls, at least 1 */
    public ParallelReads(String node, int callers) {
        this.callers = callers;
        AtomicInteger number = new AtomicInteger();
        helpers = new ThreadPoolExecutor(
                Math.max(1, callers - 1),
                Math.max(1, callers - 1),
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> {
                    Thread thread = new Thread(task, "foreread-" + node + "-caller-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        helpers.allowCoreThreadTimeOut(true);
    }

    void read(Collection<JmxMetric> metrics, JmxConnection connection) throws NodeUnreachableException {
        List<JmxMetric> wanted = new ArrayList<>(metrics.size());
        for (JmxMetric metric : metrics) if (metric.toFetch()) wanted.add(metric);
        AtomicInteger next = new AtomicInteger();
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_SECONDS);
        Runnable work = () -> {
            for (int i = next.getAndIncrement(); i < wanted.size(); i = next.getAndIncrement()) {
                if (connection.lost() != null || System.nanoTime() > endNanos) return;
                wanted.get(i).fetch();
            }
        };
        List<Future<?>> helping = new ArrayList<>();
        for (int i = 1; i < callers; i++) helping.add(helpers.submit(work));
        work.run();
        for (Future<?> helper : helping) await(helper);
        if (connection.lost() != null) throw connection.lost();
        if (next.get() < wanted.size())
            throw new NodeUnreachableException(
                    "its " + wanted.size() + " metrics could not be read in " + MAX_SECONDS
                            + " s: export fewer metrics or increase jmx.callers",
                    null);
    }

    private static void await(Future<?> helper) throws NodeUnreachableException {
        try {
            helper.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NodeUnreachableException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        helpers.shutdownNow();
    }
}
