package io.foreread.agent.hook;

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
            new SasiIndexBuilderHook(),
            new SaiIndexBuilderHook(),
            // hooks that only observe
            new ChannelProxyHook(),
            new MmapChunkReaderHook(),
            new CompactionMetricsHook(),
            new ActiveCompactionsHook(),
            new CompactionTaskHook(),
            new CompressedWriterHook(),
            new SequentialWriterHook(),
            new ReadCommandHook(),
            new CassandraDaemonHook()));

    private HookCatalog() {}

    public static List<Hook> hooks() {
        return HOOKS;
    }
}
