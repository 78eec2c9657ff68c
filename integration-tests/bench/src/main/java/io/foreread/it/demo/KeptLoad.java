package io.foreread.it.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.SavedSSTables;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Load for the node that the demo keeps running, so that its dashboards show data: point reads and compactions. After
 * every {@link #ROUNDS_PER_MODE} compactions, read-ahead is switched off or on.
 */
final class KeptLoad implements AutoCloseable {
    static final int ROUNDS_PER_MODE = 6;

    private static final long DATA_BYTES = 64 << 20;
    private static final int COMPACTION_MIB_PER_SECOND = 16;
    private static final long PAUSE_SECONDS = 5;
    private static final long READ_MILLIS = 20;
    private static final long STOP_SECONDS = 10;

    private final ChildJvmNode node;
    private final DemoWorkload rows;
    private final Consumer<String> failed;
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2, work -> {
        Thread thread = new Thread(work, "foreread-demo-load");
        thread.setDaemon(true);
        return thread;
    });
    private int rounds;

    /** @param failed called with the reason if the load ends early */
    KeptLoad(ChildJvmNode node, Consumer<String> failed) {
        this.node = node;
        this.failed = failed;
        rows = new DemoWorkload(node, "kept", DATA_BYTES);
    }

    /**
     * Writes a table, which takes some time, and then starts the load in the background.
     *
     * @param aside directory for the sstables that are compacted repeatedly, on the file system of the node's sstables
     */
    void start(Path aside, Progress progress) {
        rows.write(done -> progress.at(done, rows.rowsWritten()));
        SavedSSTables input = SavedSSTables.of(node, DemoWorkload.KEYSPACE, rows.table(), aside);
        node.jmx().setCompactionThroughput(COMPACTION_MIB_PER_SECOND);
        CqlSession session = node.session();
        PreparedStatement read = session.prepare("SELECT payload FROM " + rows.qualifiedTable() + " WHERE id = ?");
        repeat(() -> compact(input), PAUSE_SECONDS * 1000);
        repeat(() -> session.execute(read.bind(ThreadLocalRandom.current().nextLong(rows.rows()))), READ_MILLIS);
    }

    private void compact(SavedSSTables input) {
        input.restoreWithoutEvictingOthers();
        node.jmx().setReadAheadEnabled(rounds++ / ROUNDS_PER_MODE % 2 == 0);
        node.jmx().majorCompact(DemoWorkload.KEYSPACE, rows.table());
    }

    private void repeat(Runnable work, long pauseMillis) {
        threads.scheduleWithFixedDelay(
                () -> {
                    try {
                        work.run();
                    } catch (RuntimeException e) {
                        if (!threads.isShutdown()) failed.accept(e.getMessage());
                        // The executor does not repeat a task that has thrown an exception.
                        throw e;
                    }
                },
                0,
                pauseMillis,
                TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
