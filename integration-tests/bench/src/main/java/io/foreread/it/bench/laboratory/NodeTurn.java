package io.foreread.it.bench.laboratory;

import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.NodeStartException;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.SavedSSTables;
import java.nio.file.Path;
import java.util.function.BiFunction;

/**
 * Runs turns of contenders. Each turn has a new node with an empty table on the volume. After the turn, all files of the
 * node are deleted, except the logs of a failed turn.
 *
 * @param storage the directory for files of the node that are not on the volume; deleted after each turn
 * @param failures the directory for logs of failed turns
 */
public record NodeTurn(Volume volume, DataSpec data, Path storage, Path failures, Progress progress) {
    /** The directory on the volume with the sstables that all turns use. */
    public static Path saved(Volume volume) {
        return volume.directory().resolve("saved");
    }

    /**
     * @param title the beginning of the text of the progress lines
     * @param measurement called with the node, whose compaction throttle is off, and the sstables for its table
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
                // A normal shutdown would only write data that is deleted afterwards.
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
