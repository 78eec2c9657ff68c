package io.foreread.it.bench.reads;

import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.NodeTurn;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.fixture.CacheLimit;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.SavedSSTables;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** One turn of a contender: a new node that is warmed up and then queried. */
final class ReadsTrial {
    /** The duration of the point reads, and of the range reads, that warm up the JIT compiler from the page cache. */
    private static final int WARM_UP_SECONDS = 10;

    private final NodeTurn turn;
    private final int perSecond;
    private final int seconds;
    private final int cacheMib;

    /**
     * @param seconds the duration of each phase except the one with a compaction, which lasts as long as the compaction
     * @param cacheMib the size of the page cache for hot rows; 0 for no limit and all rows
     */
    ReadsTrial(NodeTurn turn, int perSecond, int seconds, int cacheMib) {
        this.turn = turn;
        this.perSecond = perSecond;
        this.seconds = seconds;
        this.cacheMib = cacheMib;
    }

    ReadsTurn run(ReaderVariant contender, int round, String title) {
        return turn.run(contender, title, (node, sstables) -> {
            Phases phases = measure(node, sstables, title);
            return new ReadsTurn(
                    round,
                    contender.id(),
                    phases.points,
                    phases.ranges,
                    phases.duringCompaction,
                    phases.compactionSeconds);
        });
    }

    private Progress progress() {
        return turn.progress();
    }

    /**
     * Warms up the node and measures all phases. The sstables are loaded again before a phase that must not find them in
     * the page cache, because mapped pages cannot be evicted.
     */
    private Phases measure(ChildJvmNode node, SavedSSTables sstables, String title) {
        long keys = turn.data().keys();
        Clients clients = new Clients(
                node.session(),
                turn.volume().device(),
                perSecond,
                cacheMib == 0 ? RequestedKeys.all(keys) : RequestedKeys.hot(node.session(), keys));
        progress().step(title + ": warming up");
        sstables.restoreHot();
        clients.points(() -> NodeCpu.pause(TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS)));
        clients.ranges(() -> NodeCpu.pause(TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS)));
        progress().done("done");
        turn.volume().limit(node.pid());
        CacheLimit cache = cacheMib == 0 ? null : CacheLimit.of(node.pid(), (long) cacheMib << 20);
        try {
            return phases(node, sstables, clients, title);
        } finally {
            if (cache != null) cache.close();
        }
    }

    private Phases phases(ChildJvmNode node, SavedSSTables sstables, Clients clients, String title) {
        Phase points;
        Phase ranges;
        if (cacheMib > 0) {
            ranges = alone(title + ": range reads", sstables, clients::ranges);
            sstables.restore();
            // The kernel prefers to keep pages that were read twice over pages that a scan reads once.
            lasting(title + ": reading hot rows into the page cache", clients::manyPoints);
            points = lasting(title + ": point reads of hot rows", clients::points);
        } else {
            points = alone(title + ": point reads", sstables, clients::points);
            ranges = alone(title + ": range reads", sstables, clients::ranges);
            sstables.restore();
        }
        progress().step(title + ": point reads and a compaction");
        long start = System.nanoTime();
        Phase duringCompaction = clients.points(() -> node.jmx().majorCompact(DataSpec.KEYSPACE, DataSpec.TABLE));
        double compactionSeconds = (System.nanoTime() - start) * 1e-9;
        progress().done(words(duringCompaction));
        return new Phases(points, ranges, duringCompaction, compactionSeconds);
    }

    private record Phases(Phase points, Phase ranges, Phase duringCompaction, double compactionSeconds) {}

    private interface Requests {
        Phase until(Runnable meanwhile);
    }

    private Phase alone(String title, SavedSSTables sstables, Requests requests) {
        sstables.restore();
        return lasting(title, requests);
    }

    private Phase lasting(String title, Requests requests) {
        progress().step(title);
        Phase phase = requests.until(() -> {
            for (int second = 1; second <= seconds; second++) {
                NodeCpu.pause(TimeUnit.SECONDS.toNanos(1));
                progress().at(second, seconds);
            }
        });
        progress().done(words(phase));
        return phase;
    }

    private static String words(Phase phase) {
        return String.format(
                Locale.ROOT,
                "p99 %.2f ms, %.1f KiB each%s",
                phase.p99Millis(),
                phase.bytesPerRequest() / 1024,
                phase.failed() == 0 ? "" : ", " + phase.failed() + " FAILED");
    }
}
