package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.load.DelayAccounting;
import io.foreread.it.bench.load.NodeThreads;
import io.foreread.it.bench.load.PerThread;
import io.foreread.it.bench.load.ProcessCpu;
import io.foreread.it.bench.load.ThreadTimes;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeviceStats;
import io.foreread.it.fixture.LoadedSSTables;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.SavedSSTables;
import io.foreread.it.fixture.Scrape;
import io.foreread.it.fixture.Shell;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compacts the table to one sstable and measures the cost. */
public final class MeasuredCompaction {
    private static final String THREADS = "CompactionExecutor";
    /** The threads of Foreread that decompress or compress chunks for a compaction. */
    private static final String AHEAD_THREADS = "foreread-ahead-";
    /** The prefix of the thread name of a compaction thread in /proc. */
    static final String KERNEL_THREADS = "Compact";

    private final ChildJvmNode node;
    private final ReaderVariant contender;
    private final DeviceStats device;
    private final DelayAccounting delays;
    private final Progress progress;

    public MeasuredCompaction(
            ChildJvmNode node, ReaderVariant contender, DeviceStats device, DelayAccounting delays, Progress progress) {
        this.node = node;
        this.contender = contender;
        this.device = device;
        this.delays = delays;
        this.progress = progress;
    }

    /**
     * @param input the sstables to compact, which are loaded into the table
     * @param hot whether the input is in the page cache
     */
    public MeasuredVariant run(int round, SavedSSTables input, boolean hot) {
        long inputBytes = input.dataBytes();
        NodeThreads threads = new NodeThreads(node.jmx(), THREADS, AHEAD_THREADS);
        double blockedBefore = blockedSecondsByAgent();
        PerThread allocatedBefore = threads.allocatedBytes();
        ThreadTimes timesBefore = ThreadTimes.of(node.pid(), KERNEL_THREADS);
        DeviceStats.Reads readsBefore = device.reads();
        try (LoadedSSTables loaded = input.loaded();
                DirectMemoryUse direct = new DirectMemoryUse(
                        node.jmx(),
                        () -> showProgress(
                                hot, device.reads().minus(readsBefore).readBytes(), inputBytes))) {
            long cpuBefore = ProcessCpu.millis(node.pid());
            long start = System.nanoTime();
            node.jmx().majorCompact(DataSpec.KEYSPACE, DataSpec.TABLE);
            double seconds = (System.nanoTime() - start) / 1e9;
            long cpuMillis = ProcessCpu.millis(node.pid()) - cpuBefore;
            DeviceStats.Reads reads = device.reads().minus(readsBefore);
            ThreadTimes timesAfter = ThreadTimes.of(node.pid(), KERNEL_THREADS);
            long allocated = threads.allocatedBytes().since(allocatedBefore);
            return new MeasuredVariant(
                    contender.id(),
                    round,
                    seconds,
                    inputBytes,
                    reads,
                    cpuMillis,
                    timesAfter.cpuMillis().since(timesBefore.cpuMillis()),
                    blocked(timesBefore, timesAfter, blockedBefore),
                    allocated,
                    direct.maxBytes(),
                    hot || !Shell.has("fincore") ? Map.of() : loaded.cachedBytes());
        }
    }

    /** Shows the share of the input that was read from the device, or only the duration if nothing is read from it. */
    private void showProgress(boolean hot, long readBytes, long inputBytes) {
        if (hot) progress.waiting();
        else progress.at(readBytes, inputBytes);
    }

    /**
     * The time blocked in reads, measured by the kernel's delay accounting or, if this is off, by the agent; null if there
     * is no agent either.
     */
    private @Nullable Long blocked(ThreadTimes before, ThreadTimes after, double agentBefore) {
        if (delays.isOn()) return after.blockedMillis().since(before.blockedMillis());
        return contender.hasAgent() ? Math.round((blockedSecondsByAgent() - agentBefore) * 1000) : null;
    }

    private double blockedSecondsByAgent() {
        if (!contender.hasAgent() || delays.isOn()) return 0;
        Scrape scrape = node.metrics();
        return scrape.sum("cassandra_sstable_read_seconds_sum", Map.of("activity", "compaction"));
    }
}
