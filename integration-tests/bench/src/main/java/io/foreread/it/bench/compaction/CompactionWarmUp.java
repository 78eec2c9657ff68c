package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.SavedSSTables;

/**
 * Compactions from the page cache and without the limits of the volume, during which the JIT compiler compiles the code.
 *
 * @param compactions the number of compactions on each node
 */
public record CompactionWarmUp(int compactions, Progress progress) {
    /** @param title the beginning of the text of the progress lines */
    public void run(ChildJvmNode node, SavedSSTables input, String title) {
        for (int i = 1; i <= compactions; i++) {
            progress.step(title + ": warming up");
            input.restoreHot();
            long start = System.nanoTime();
            progress.whileRunning(() -> node.jmx().majorCompact(DataSpec.KEYSPACE, DataSpec.TABLE));
            double seconds = (System.nanoTime() - start) / 1e9;
            progress.done(MeasuredVariant.speedWords(input.dataBytes() / (double) (1 << 20) / seconds));
        }
    }
}
