package io.foreread.it.bench.laboratory;

import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.NodeStartException;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.SavedSSTables;
import java.nio.file.Path;
import java.util.function.BiFunction;

/**
 * One turn of a contender: a new node with an empty table on the volume. All its files are deleted
 * afterwards, except its logs if it failed.
 *
 * @param storage the directory of node files that are not on the volume; deleted after each turn
 * @param failures the directory for logs of failed turns
 */
public record NodeTurn(Volume volume, DataSpec data, Path storage, Path failures, Progress progress) {
    /** The directory of sstables on the volume, for all turns. */
    public static Path saved(Volume volume) {
        return volume.directory().resolve("saved");
    }

    /**
     * @param title the title of the progress line
     * @param measurement called with the node, whose compactions are not throttled, and the sstables for its table
     * @throws FailedTurn if the turn failed
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
                // Its content is no longer needed.
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
