package io.foreread.agent.hook;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Lists all hooks. */
public final class HookCatalog {
    private static final List<Hook> HOOKS = Collections.unmodifiableList(Arrays.asList(
            // hooks that replace or wrap the readers of scans
            new BigTableScannerHook(),
            new SSTableScannerHook(),
            new NativeScannerHook(),
            new NativeSimpleScannerHook(),
            new NativeCursorReaderHook(),
            new BigIndexHook(),
            new BtiKeyCursorHook(),
            new ScrubberHook(),
            new SortedTableScrubberHook(),
            new VerifierHook(),
            new SortedTableVerifierHook(),
            new DigestValidatorHook(),
            new SasiIndexBuilderHook(),
            new SaiIndexBuilderHook(),
            // hooks that leave out inputs of compactions
            new SSTableRewriterHook(),
            new BigTableWriterHook(),
            new UnfilteredRowIteratorsHook(),
            // hooks of writers; the first precedes the hook that observes the same method, to enclose its advice
            new ChunkWriterHook(),
            new WriterCommitHook(),
            new MaxSizeWriterHook(),
            new LeveledWriterHook(),
            new SplittingWriterHook(),
            // hooks that only observe
            new ChannelProxyHook(),
            new MmapChunkReaderHook(),
            new CompactionMetricsHook(),
            new ActiveCompactionsHook(),
            new CompactionTaskHook(),
            new CompressedWriterHook(),
            new SequentialWriterHook(),
            new ReadCommandHook(),
            new InstrumentingCacheHook(),
            new CassandraDaemonHook()));

    /** The classes that open Data.db for compactions: the first up to 4.1, the second from 5.0 on. */
    private static final List<String> SCANNERS = Collections.unmodifiableList(Arrays.asList(
            "org.apache.cassandra.io.sstable.format.big.BigTableScanner",
            "org.apache.cassandra.io.sstable.format.SSTableScanner"));

    private HookCatalog() {}

    public static List<Hook> hooks() {
        return HOOKS;
    }

    /**
     * Returns the calls that hooks replace so that compactions read ahead; empty if they do not.
     *
     * @param fitting the hooks that fit a release
     */
    public static List<CallWeave> scanOpenings(List<Hook> fitting) {
        List<CallWeave> openings = new ArrayList<>();
        for (Hook hook : fitting) {
            if (!SCANNERS.contains(hook.typeName())) continue;
            for (Weave weave : hook.weaves())
                if (weave instanceof CallWeave && ((CallWeave) weave).opensData()) openings.add((CallWeave) weave);
        }
        return openings;
    }
}
