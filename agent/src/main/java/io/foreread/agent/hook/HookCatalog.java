package io.foreread.agent.hook;

import io.foreread.agent.writer.WriterHooks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

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
            // hooks that save work of compactions of many sstables
            new SSTableRewriterHook(),
            new BigTableWriterHook(),
            new UnfilteredRowIteratorsHook(),
            new ScannerListHook(),
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

    /** The class that opens Data.db for compactions from 5.0.5 on. */
    private static final String COMPACTION_SCANNER = "org.apache.cassandra.io.sstable.format.SSTableSimpleScanner";

    /**
     * The classes that open Data.db for scans: the first up to 4.1, the second from 5.0 on. In releases without
     * {@link #COMPACTION_SCANNER}, compactions use them too.
     */
    private static final List<String> SCANNERS = Collections.unmodifiableList(Arrays.asList(
            "org.apache.cassandra.io.sstable.format.big.BigTableScanner",
            "org.apache.cassandra.io.sstable.format.SSTableScanner"));

    private static final Set<String> OF_COMPRESS_AHEAD = new HashSet<>(Arrays.asList(
            WriterHooks.CHUNK_WRITER,
            WriterHooks.WRITER_COMMIT,
            WriterHooks.MAX_SIZE_WRITER,
            WriterHooks.LEVELED_WRITER,
            WriterHooks.SPLITTING_WRITER));

    private HookCatalog() {}

    public static List<Hook> hooks() {
        return HOOKS;
    }

    /** Returns the names of all hooks. */
    public static Set<String> names() {
        return HOOKS.stream().map(Hook::name).collect(Collectors.toSet());
    }

    /**
     * Returns whether a hook serves compress-ahead only. It is not woven if compress-ahead is off at the start, so that
     * writers then have no code of Foreread that could change what they write.
     */
    public static boolean isOfCompressAhead(Hook hook) {
        return OF_COMPRESS_AHEAD.contains(hook.name());
    }

    /**
     * Returns whether compactions read ahead.
     *
     * @param woven the hooks that fit a release and are switched on
     * @param types the hooked classes that the release has
     */
    public static boolean compactionsReadAhead(List<Hook> woven, Set<String> types) {
        if (scanOpenings(woven).isEmpty()) return false;
        return !types.contains(COMPACTION_SCANNER)
                || woven.stream().anyMatch(hook -> hook.typeName().equals(COMPACTION_SCANNER));
    }

    /**
     * Returns the calls that hooks replace so that scans read ahead; empty if they do not.
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
