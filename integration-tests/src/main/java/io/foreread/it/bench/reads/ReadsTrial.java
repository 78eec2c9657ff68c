package io.foreread.it.bench.reads;

import io.foreread.it.bench.laboratory.Contender;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.FailedTurn;
import io.foreread.it.bench.laboratory.PreparedSSTables;
import io.foreread.it.bench.laboratory.Volume;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.demo.Progress;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.NodeStartException;
import io.foreread.it.fixture.SavedSSTables;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** One turn of a contender: a node that has just started, is warmed up and then asked for rows. */
final class ReadsTrial {
    /** For the JIT, and from the page cache. */
    private static final int WARM_UP_SECONDS = 10;

    private final Volume volume;
    private final DataSpec data;
    private final Path saved;
    private final Path storage;
    private final Path failures;
    private final int perSecond;
    private final int seconds;
    private final Progress progress;

    /**
     * @param saved the sstables, on the volume
     * @param storage where nodes keep what is not on the volume; deleted after each
     * @param failures where the logs of a turn that failed go
     * @param seconds of each phase but the one beside a compaction, which lasts as long as that
     */
    ReadsTrial(
            Volume volume,
            DataSpec data,
            Path saved,
            Path storage,
            Path failures,
            int perSecond,
            int seconds,
            Progress progress) {
        this.volume = volume;
        this.data = data;
        this.saved = saved;
        this.storage = storage;
        this.failures = failures;
        this.perSecond = perSecond;
        this.seconds = seconds;
        this.progress = progress;
    }

    Turn run(Contender contender, String title) {
        Path directory = volume.directory().resolve("data");
        progress.step(title + ": starting");
        try {
            ChildJvmNode node = contender.node(storage, directory).start();
            try {
                progress.done("Java " + node.java().feature());
                node.jmx().setCompactionThroughput(0);
                PreparedSSTables.createTable(node, data);
                return measure(node, new SavedSSTables(node, DataSpec.KEYSPACE, DataSpec.TABLE, saved), title);
            } finally {
                // Nothing in it is needed any more.
                node.kill();
            }
        } catch (RuntimeException e) {
            String why = e instanceof NodeStartException start ? start.summary() : e.getMessage();
            throw FailedTurn.of(why, e, storage, failures.resolve("failed-" + contender));
        } finally {
            PreparedTables.deleteTree(storage);
            PreparedTables.deleteTree(directory);
        }
    }

    /** Each phase begins with sstables that were just loaded: pages that a process has mapped cannot be dropped. */
    private Turn measure(ChildJvmNode node, SavedSSTables sstables, String title) {
        Clients clients = new Clients(node.session(), volume.device(), perSecond, data.keys());
        progress.step(title + ": warming up");
        sstables.restoreHot();
        clients.points(() -> NodeCpu.pause(TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS)));
        clients.ranges(() -> NodeCpu.pause(TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS)));
        progress.done("done");
        volume.limit(node.pid());
        Phase points = alone(title + ": point reads", sstables, clients::points);
        Phase ranges = alone(title + ": range reads", sstables, clients::ranges);
        progress.step(title + ": point reads and a compaction");
        sstables.restore();
        long start = System.nanoTime();
        Phase beside = clients.points(() -> node.jmx().majorCompact(DataSpec.KEYSPACE, DataSpec.TABLE));
        double compactionSeconds = (System.nanoTime() - start) * 1e-9;
        progress.done(words(beside));
        return new Turn(points, ranges, beside, compactionSeconds);
    }

    private interface Requests {
        Phase until(Runnable meanwhile);
    }

    private Phase alone(String title, SavedSSTables sstables, Requests requests) {
        progress.step(title);
        sstables.restore();
        Phase phase = requests.until(() -> {
            for (int second = 1; second <= seconds; second++) {
                NodeCpu.pause(TimeUnit.SECONDS.toNanos(1));
                progress.at(second, seconds);
            }
        });
        progress.done(words(phase));
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
