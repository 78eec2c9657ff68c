package io.foreread.it.bench.readahead;

import io.foreread.it.bench.compaction.CompactionWarmUp;
import io.foreread.it.bench.compaction.MeasuredCompaction;
import io.foreread.it.bench.compaction.MeasuredVariant;
import io.foreread.it.bench.compaction.OutputCheck;
import io.foreread.it.bench.laboratory.NodeTurn;
import io.foreread.it.bench.laboratory.PreparedSSTables;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.load.DelayAccounting;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.bench.reads.Clients;
import io.foreread.it.bench.reads.ReadsDuringCompactions;
import io.foreread.it.bench.reads.RequestTotals;
import io.foreread.it.bench.reads.RequestedKeys;
import io.foreread.it.fixture.CacheLimit;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.SavedSSTables;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** One turn of a contender: a new node that is warmed up and measured with one kernel readahead. */
final class KernelReadAheadTrial {
    /** The duration of the point reads that warm up the JIT compiler from the page cache. */
    private static final int WARM_UP_SECONDS = 10;

    private final KernelReadAheadOptions options;
    private final NodeTurn turn;
    private final DelayAccounting delays;
    private final CompactionWarmUp warmUp;
    private final OutputCheck output;

    KernelReadAheadTrial(
            KernelReadAheadOptions options, NodeTurn turn, PreparedSSTables prepared, DelayAccounting delays) {
        this.options = options;
        this.turn = turn;
        this.delays = delays;
        warmUp = new CompactionWarmUp(options.warmUps(), turn.progress());
        output = new OutputCheck(prepared, turn.progress());
    }

    KernelReadAheadTurn run(ReaderVariant contender, int readAheadKib, int round) {
        String title = "Round " + round + "/" + options.rounds() + ", "
                + KernelReadAheadTurn.contender(contender.id(), readAheadKib);
        turn.volume().setReadAhead(readAheadKib);
        return turn.run(contender, title, (node, sstables) -> {
            Clients clients = new Clients(
                    node.session(),
                    turn.volume().device(),
                    options.perSecond(),
                    RequestedKeys.all(turn.data().keys()));
            warmUp(node, sstables, clients, title);
            turn.volume().limit(node.pid());
            CacheLimit cache = CacheLimit.of(node.pid(), (long) options.cacheMib() << 20);
            KernelReadAheadTurn measured;
            try {
                measured = measure(node, contender, readAheadKib, round, sstables, clients, title);
            } finally {
                cache.close();
            }
            output.check(node, contender, title);
            return measured;
        });
    }

    private Progress progress() {
        return turn.progress();
    }

    private void warmUp(ChildJvmNode node, SavedSSTables sstables, Clients clients, String title) {
        warmUp.run(node, sstables, title);
        progress().step(title + ": warming up point reads");
        sstables.restoreHot();
        clients.points(new RequestTotals(), () -> NodeCpu.pause(TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS)));
        progress().done("done");
    }

    /** The compaction without point reads is the last phase, so that its output can be checked. */
    private KernelReadAheadTurn measure(
            ChildJvmNode node,
            ReaderVariant contender,
            int readAheadKib,
            int round,
            SavedSSTables sstables,
            Clients clients,
            String title) {
        PointReads alone = alone(sstables, clients, title);
        progress().step(title + ": point reads and compactions");
        ReadsDuringCompactions during =
                ReadsDuringCompactions.measure(node, clients, options.seconds(), sstables::restore);
        PointReads duringCompactions = PointReads.of(during.totals());
        progress().done(words(duringCompactions));
        progress().step(title + ": a compaction");
        sstables.restore();
        MeasuredVariant compaction = new MeasuredCompaction(
                        node, contender, turn.volume().device(), delays, progress())
                .run(round, sstables, false);
        progress().done(String.format(Locale.ROOT, "%.1f MiB/s", compaction.mibPerSecond()));
        return new KernelReadAheadTurn(
                round, contender.id(), readAheadKib, alone, duringCompactions, during.compactions(), compaction);
    }

    private PointReads alone(SavedSSTables sstables, Clients clients, String title) {
        progress().step(title + ": point reads");
        sstables.restore();
        RequestTotals totals = new RequestTotals();
        clients.points(totals, () -> {
            for (int second = 1; second <= options.seconds(); second++) {
                NodeCpu.pause(TimeUnit.SECONDS.toNanos(1));
                progress().at(second, options.seconds());
            }
        });
        PointReads reads = PointReads.of(totals);
        progress().done(words(reads));
        return reads;
    }

    private static String words(PointReads reads) {
        return String.format(
                Locale.ROOT,
                "%,d requests, p99 %.2f ms, %.1f KiB each%s",
                reads.requests(),
                reads.p99Millis(),
                reads.bytesPerRequest() / 1024,
                reads.failed() == 0 ? "" : ", " + reads.failed() + " FAILED");
    }
}
