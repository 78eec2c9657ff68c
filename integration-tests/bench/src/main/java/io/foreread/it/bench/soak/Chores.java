package io.foreread.it.bench.soak;

import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.NodeJmx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Runs maintenance operations regularly: in turn an incremental repair, a compaction, a full repair and a compaction. */
final class Chores implements AutoCloseable {
    /**
     * A completed maintenance operation.
     *
     * @param second the start of the operation, in seconds since the start of the load
     */
    record Done(String what, double second) {}

    private static final long PAUSE_SECONDS = 45;
    private static final List<String> TURNS = List.of("repair", "compact", "full repair", "compact");

    private final NodeJmx jmx;
    private final List<Done> done = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final long startNanos = System.nanoTime();
    private final Thread thread = new Thread(this::run, "soak-chores");
    private volatile boolean stopped;

    Chores(ChildJvmNode node) {
        // Uses a separate connection, because a major compaction blocks its connection until it ends.
        jmx = NodeJmx.connect("127.0.0.1", node.jmxPort());
        thread.setDaemon(true);
        thread.start();
    }

    synchronized List<Done> done() {
        return List.copyOf(done);
    }

    synchronized List<String> failures() {
        return List.copyOf(failures);
    }

    private void run() {
        for (int turn = 0; !stopped; turn++) {
            long due = System.nanoTime() + TimeUnit.SECONDS.toNanos(PAUSE_SECONDS);
            while (!stopped && System.nanoTime() < due) LockSupport.parkNanos(100_000_000);
            if (stopped) return;
            String chore = TURNS.get(turn % TURNS.size());
            double second = (System.nanoTime() - startNanos) / 1e9;
            try {
                if (chore.equals("compact")) jmx.majorCompact(SoakRing.KEYSPACE);
                else jmx.repair(SoakRing.KEYSPACE, Map.of("incremental", "" + chore.equals("repair")));
                add(done, new Done(chore, second));
            } catch (RuntimeException e) {
                add(failures, chore + ": " + e.getMessage());
            }
        }
    }

    private synchronized <T> void add(List<T> list, T one) {
        list.add(one);
    }

    /** Returns when the current operation has ended. */
    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        jmx.close();
    }
}
