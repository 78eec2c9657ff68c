package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.NodeTurn;
import io.foreread.it.bench.laboratory.PreparedSSTables;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.load.DelayAccounting;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.SavedSSTables;
import org.jspecify.annotations.Nullable;

/** One turn of a contender: a new node that is warmed up and measured once. */
final class Trial {
    private final CompactionOptions options;
    private final NodeTurn turn;
    private final DelayAccounting delays;
    private final CompactionWarmUp warmUp;
    private final OutputCheck output;

    Trial(CompactionOptions options, NodeTurn turn, PreparedSSTables prepared, DelayAccounting delays) {
        this.options = options;
        this.turn = turn;
        this.delays = delays;
        warmUp = new CompactionWarmUp(options.warmUps(), turn.progress());
        output = new OutputCheck(prepared, turn.progress());
    }

    /** @param profiled called after the measurement, with the node and the sstables to compact; null for no profile */
    MeasuredVariant run(ReaderVariant contender, int round, @Nullable Profiling profiled) {
        String title = "Round " + round + "/" + options.rounds() + ", " + contender;
        return turn.run(contender, title, (node, input) -> {
            warmUp.run(node, input, title);
            MeasuredVariant measured = measure(node, contender, round, input, title);
            output.check(node, contender, title);
            if (profiled != null) profiled.profile(node, contender, input);
            return measured;
        });
    }

    private Progress progress() {
        return turn.progress();
    }

    /** Profiles compactions on a node after the measurement. */
    interface Profiling {
        void profile(ChildJvmNode node, ReaderVariant contender, SavedSSTables input);
    }

    private MeasuredVariant measure(
            ChildJvmNode node, ReaderVariant contender, int round, SavedSSTables input, String title) {
        progress().step(title + ": compacting");
        boolean hot = turn.volume().spec().hot();
        if (hot) input.restoreHot();
        else input.restore();
        turn.volume().limit(node.pid());
        MeasuredVariant measured = new MeasuredCompaction(
                        node, contender, turn.volume().device(), delays, progress())
                .run(round, input, hot);
        progress().done(MeasuredVariant.speedWords(measured.mibPerSecond()));
        return measured;
    }
}
