package io.foreread.it.bench.memory;

import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.NodeJmx;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Changes the block size of a node every few seconds. Every 20th change instead switches read-ahead off until the next
 * change. Thread-safe.
 */
final class ReadAheadChanges implements AutoCloseable {
    private static final long PERIOD_SECONDS = 3;
    /** Among them are the minimum (64), the maximum (4096), the default (256) and sizes that are no powers of two. */
    private static final int[] BLOCK_KIB = {64, 256, 132, 4096, 128, 1024, 252, 2048, 512, 4096, 68};

    private static final int CHANGES_PER_SWITCH = 20;

    private final NodeJmx jmx;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "memory-changes");
    private volatile int blockSizes;
    private volatile int switches;
    private volatile @Nullable RuntimeException failure;

    ReadAheadChanges(ChildJvmNode node) {
        jmx = NodeJmx.connect("127.0.0.1", node.jmxPort());
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            for (int change = 1; !stopped.await(PERIOD_SECONDS, TimeUnit.SECONDS); change++) apply(change);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private void apply(int change) {
        if (change % CHANGES_PER_SWITCH == 0) {
            jmx.setReadAheadEnabled(false);
            switches = change / CHANGES_PER_SWITCH;
            return;
        }
        if (change % CHANGES_PER_SWITCH == 1) jmx.setReadAheadEnabled(true);
        long kib = BLOCK_KIB[change % BLOCK_KIB.length];
        jmx.setAttribute(NodeJmx.READ_AHEAD, "BlockSizeBytes", kib << 10);
        blockSizes = change - switches;
    }

    /** How often the block size was changed. */
    int blockSizes() {
        return blockSizes;
    }

    /** How often read-ahead was switched off. */
    int switches() {
        return switches;
    }

    /** The exception of a failed change, after which there are no more changes; null if every change succeeded. */
    @Nullable
    RuntimeException failure() {
        return failure;
    }

    @Override
    public void close() {
        stopped.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        jmx.close();
    }
}
