package io.foreread.it.bench.laboratory;

import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.NodeStartException;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.SavedSSTables;
import java.nio.file.Path;
import java.util.function.BiFunction;

/**
 * One turn of a contender: a node that has just started, with an empty table on the volume, and of which nothing is left
 * afterwards but, if it failed, its logs.
 *
 * @param storage where nodes keep what is not on the volume; deleted after each
 * @param failures where the logs of a turn that failed go
 */
public record NodeTurn(Volume volume, DataSpec data, Path storage, Path failures, Progress progress) {
    /** Where sstables are, on the volume, for all turns. */
    public static Path saved(Volume volume) {
        return volume.directory().resolve("saved");
    }

    /**
     * @param title of the progress
     * @param measurement called with the node, which compacts as fast as it can, and the sstables for its table
     * @throws FailedTurn if it came to nothing
     */
    public <T> T run(ReaderVariant contender, String title, BiFunction<ChildJvmNode, SavedSSTables, T> measurement) {
        Path directory = volume.directory().resolve("data");
        progress.step(title + ": starting");
        try {
            ChildJvmNode node = contender.node(storage, directory).start();
            try {
                progress.done("Java " + node.java().feature());
                node.jmx().setCompactionThroughput(0);
                PreparedSSTables.createTable(node, data);
                return measurement.apply(
                        node, new SavedSSTables(node, DataSpec.KEYSPACE, DataSpec.TABLE, saved(volume)));
            } finally {
                // Nothing in it is needed any more.
                node.kill();
            }
        } catch (RuntimeException e) {
            String why = e instanceof NodeStartException start ? start.summary() : e.getMessage();
            throw FailedTurn.of(why, e, storage, failures.resolve("failed-" + contender.fileName()));
        } finally {
            PreparedTables.deleteTree(storage);
            PreparedTables.deleteTree(directory);
        }
    }
}
