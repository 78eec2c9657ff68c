package io.foreread.it.bench.reads;

import io.foreread.it.bench.laboratory.Contender;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.NodeTurn;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.demo.Progress;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.SavedSSTables;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** One turn of a contender: a node that has just started, is warmed up and then asked for rows. */
final class ReadsTrial {
    /** For the JIT, and from the page cache. */
    private static final int WARM_UP_SECONDS = 10;

    private final NodeTurn turn;
    private final int perSecond;
    private final int seconds;

    /** @param seconds of each phase but the one beside a compaction, which lasts as long as that */
    ReadsTrial(NodeTurn turn, int perSecond, int seconds) {
        this.turn = turn;
        this.perSecond = perSecond;
        this.seconds = seconds;
    }

    Turn run(Contender contender, String title) {
        return turn.run(contender, title, (node, sstables) -> measure(node, sstables, title));
    }

    private Progress progress() {
        return turn.progress();
    }

    /** Each phase begins with sstables that were just loaded: pages that a process has mapped cannot be dropped. */
    private Turn measure(ChildJvmNode node, SavedSSTables sstables, String title) {
        Clients clients = new Clients(
                node.session(), turn.volume().device(), perSecond, turn.data().keys());
        progress().step(title + ": warming up");
        sstables.restoreHot();
        clients.points(() -> NodeCpu.pause(TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS)));
        clients.ranges(() -> NodeCpu.pause(TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS)));
        progress().done("done");
        turn.volume().limit(node.pid());
        Phase points = alone(title + ": point reads", sstables, clients::points);
        Phase ranges = alone(title + ": range reads", sstables, clients::ranges);
        progress().step(title + ": point reads and a compaction");
        sstables.restore();
        long start = System.nanoTime();
        Phase beside = clients.points(() -> node.jmx().majorCompact(DataSpec.KEYSPACE, DataSpec.TABLE));
        double compactionSeconds = (System.nanoTime() - start) * 1e-9;
        progress().done(words(beside));
        return new Turn(points, ranges, beside, compactionSeconds);
    }

    private interface Requests {
        Phase until(Runnable meanwhile);
    }

    private Phase alone(String title, SavedSSTables sstables, Requests requests) {
        progress().step(title);
        sstables.restore();
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
