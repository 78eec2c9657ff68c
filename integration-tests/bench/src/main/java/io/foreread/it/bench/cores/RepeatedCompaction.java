package io.foreread.it.bench.cores;

import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.fixture.ChildJvmNode;
import org.jspecify.annotations.Nullable;

/** Compacts the table of a node again and again, on a separate thread, until it is closed. */
final class RepeatedCompaction implements AutoCloseable {
    private final ChildJvmNode node;
    private final Thread thread = new Thread(this::run, "bench-compactions");
    private volatile boolean stopped;
    private volatile @Nullable RuntimeException failure;

    private RepeatedCompaction(ChildJvmNode node) {
        this.node = node;
        thread.setDaemon(true);
    }

    static RepeatedCompaction start(ChildJvmNode node) {
        RepeatedCompaction compaction = new RepeatedCompaction(node);
        compaction.thread.start();
        return compaction;
    }

    private void run() {
        try {
            while (!stopped) node.jmx().majorCompact(DataSpec.KEYSPACE, DataSpec.TABLE);
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** @throws IllegalStateException if a compaction has failed */
    void check() {
        if (failure != null) throw new IllegalStateException("a compaction failed", failure);
    }

    /** Returns when the last compaction has ended. */
    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
