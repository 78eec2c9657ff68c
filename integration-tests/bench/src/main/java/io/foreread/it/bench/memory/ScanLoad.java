package io.foreread.it.bench.memory;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.NodeJmx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * Runs the same scans on both nodes. Each table has one thread that repeatedly rewrites, scrubs and compacts it, and one
 * that reads it. Both nodes begin an operation together, and the next operation when both have finished. Thread-safe.
 */
final class ScanLoad implements AutoCloseable {
    /** The compaction throttle. It is low, so that scans of all tables are open at the same time and some CPU is idle. */
    private static final int COMPACTION_MIB_PER_SECOND = 8;

    private static final long READ_PAUSE_MILLIS = 500;
    private static final int MAX_FAILURES = 10;

    /** One node and the connections to it that operations of the load use. */
    private record Target(ChildJvmNode node, CqlSession session, NodeJmx jmx) {
        static Target of(ChildJvmNode node) {
            return new Target(node, node.session(), NodeJmx.connect("127.0.0.1", node.jmxPort()));
        }
    }

    private final List<Target> targets;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "memory-load");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final LongAdder compactions = new LongAdder();
    private final LongAdder rewrites = new LongAdder();
    private final LongAdder scrubs = new LongAdder();
    private final LongAdder reads = new LongAdder();
    private final LongAdder failedRequests = new LongAdder();
    private final List<String> failures = new ArrayList<>();
    private final List<CompletableFuture<Void>> rounds = new ArrayList<>();

    ScanLoad(MemoryNodes nodes) {
        targets = nodes.both().stream().map(Target::of).toList();
    }

    /** Creates and fills the tables. */
    void prepare(CassandraVersion release) {
        onBoth(target -> {
            target.jmx.setCompactionThroughput(COMPACTION_MIB_PER_SECOND);
            DeterministicRows.createKeyspace(target.session, ScanTable.KEYSPACE, false);
            for (ScanTable table : ScanTable.values()) {
                table.create(target.session, release);
                // Minor compactions would run at different times on the two nodes.
                target.jmx.disableAutoCompaction(ScanTable.KEYSPACE, table.table());
                table.fill(target.session);
            }
            target.jmx.flush(ScanTable.KEYSPACE);
        });
    }

    void start() {
        for (ScanTable table : ScanTable.values()) {
            rounds.add(CompletableFuture.runAsync(() -> repeat(version -> rewrite(table, version)), threads));
            rounds.add(CompletableFuture.runAsync(() -> repeat(number -> read(table)), threads));
        }
    }

    private void read(ScanTable table) {
        onBoth(target -> table.read(target.session));
        reads.increment();
        pause();
    }

    private void rewrite(ScanTable table, int version) {
        String name = table.table();
        onBoth(target -> table.update(target.session, version, () -> target.jmx.flush(ScanTable.KEYSPACE, name)));
        count(rewrites, target -> target.jmx.upgradeSSTables(ScanTable.KEYSPACE, name));
        count(scrubs, target -> target.jmx.scrub(ScanTable.KEYSPACE, name));
        count(compactions, target -> target.jmx.majorCompact(ScanTable.KEYSPACE, name));
    }

    private void count(LongAdder counter, Consumer<Target> operation) {
        if (stopped.get()) return;
        onBoth(operation);
        counter.increment();
    }

    private void onBoth(Consumer<Target> operation) {
        CompletableFuture.allOf(targets.stream()
                        .map(target -> CompletableFuture.runAsync(() -> operation.accept(target), threads))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }

    /** @param round called with 1, 2, 3 and so on */
    private void repeat(IntConsumer round) {
        for (int number = 1; !stopped.get(); number++) {
            try {
                round.accept(number);
            } catch (RuntimeException e) {
                fail(e);
                pause();
            }
        }
    }

    /**
     * Counts failed requests and keeps other failures. A request can fail because its connection is lost on a busy machine.
     * If an error of the node is the cause, the log of the node contains it.
     */
    private synchronized void fail(RuntimeException e) {
        if (Stream.<Throwable>iterate(e, cause -> cause != null, Throwable::getCause)
                .anyMatch(DriverException.class::isInstance)) {
            failedRequests.increment();
            return;
        }
        if (failures.size() < MAX_FAILURES) failures.add("an operation failed: " + e);
    }

    /** Waits, because reads need not be fast and other processes need CPU time. */
    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(READ_PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    long compactions() {
        return compactions.sum();
    }

    long rewrites() {
        return rewrites.sum();
    }

    long scrubs() {
        return scrubs.sum();
    }

    /** The number of range reads of a whole table. */
    long reads() {
        return reads.sum();
    }

    /** Failed reads and writes. The load continues with the next ones. */
    long failedRequests() {
        return failedRequests.sum();
    }

    /** A line for each of the first failed operations, without failed requests. */
    synchronized List<String> failures() {
        return List.copyOf(failures);
    }

    /** Returns when the current operations have ended. */
    @Override
    public void close() {
        stopped.set(true);
        // Without the compaction throttle, the current operations end soon.
        onBoth(target -> target.jmx.setCompactionThroughput(0));
        rounds.forEach(CompletableFuture::join);
        threads.shutdown();
        targets.forEach(target -> target.jmx.close());
    }
}
