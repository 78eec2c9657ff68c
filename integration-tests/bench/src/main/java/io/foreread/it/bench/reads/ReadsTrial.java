package io.foreread.it.bench.reads;

import io.foreread.it.bench.compaction.CompactionWarmUp;
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

    /** As many as those of {@code ./bench readahead}. */
    private static final int WARM_UP_COMPACTIONS = 6;

    private final NodeTurn turn;
    private final int perSecond;
    private final int seconds;
    private final int cacheMib;

    /**
     * @param seconds the duration of each phase; the one with compactions ends with the first compaction that ends later
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
                    Phase.of(phases.during.totals()),
                    phases.during.compactionSeconds());
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
        new CompactionWarmUp(WARM_UP_COMPACTIONS, progress()).run(node, sstables, title);
        progress().step(title + ": warming up requests");
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
            load(sstables, clients, title);
            points = lasting(title + ": point reads of hot rows", clients::points);
        } else {
            points = alone(title + ": point reads", sstables, clients::points);
            ranges = alone(title + ": range reads", sstables, clients::ranges);
        }
        ReadsDuringCompactions during = ReadsDuringCompactions.measure(node, clients, seconds, () -> {
            load(sstables, clients, title);
            progress().step(title + ": point reads and a compaction");
        });
        progress().done(words(Phase.of(during.totals())));
        return new Phases(points, ranges, during);
    }

    private record Phases(Phase points, Phase ranges, ReadsDuringCompactions during) {}

    /** Loads the sstables. If the size of the page cache is limited, reads the hot rows into it. */
    private void load(SavedSSTables sstables, Clients clients, String title) {
        sstables.restore();
        // The kernel prefers to keep pages that were read twice over pages that a scan reads once.
        if (cacheMib > 0) lasting(title + ": reading hot rows into the page cache", clients::manyPoints);
    }

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
