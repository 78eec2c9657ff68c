package io.foreread.agent.control;

import java.util.Map;

/** The MBean {@code io.foreread:type=ReadAhead}. A change applies to new scans, unless the attribute says more. */
public interface ReadAheadMXBean {
    /** The object name. */
    String NAME = "io.foreread:type=ReadAhead";

    /** Version of the agent. */
    String getVersion();

    /** Whether the agent was attached to a running node. False if it has started with the node. */
    boolean isAttachedWhileRunning();

    /**
     * Number of open readers of Foreread and of writers that compress ahead. A detach waits for them. A scan of an sstable in the
     * format big has two readers, one for the data and one for the partition index.
     */
    int getOpenScans();

    /** Whether new scans read ahead. With false, every new scan uses Cassandra's reader. */
    boolean isEnabled();

    void setEnabled(boolean enabled);

    /**
     * auto, on or off: which scans read ahead. auto leaves a scan to a native read-ahead that has an effect, on replaces it, and
     * off leaves all scans to Cassandra.
     */
    String getMode();

    void setMode(String mode);

    /** Size of a full read in bytes. */
    long getBlockSizeBytes();

    void setBlockSizeBytes(long bytes);

    /** Whether compaction-like scans have file descriptors of their own, so that the kernel reads their next block in advance. */
    boolean isOverlap();

    void setOverlap(boolean overlap);

    /** auto, on or off: whether another thread decompresses the next chunks of a scan. Applies to running scans too. */
    String getDecompressAhead();

    void setDecompressAhead(String mode);

    /** auto, on or off: whether another thread compresses the chunks of compactions. Applies to running compactions too. */
    String getCompressAhead();

    /**
     * Fails for auto and on if the hook chunk-writer or writer-commit was not applied when the agent started, for example because
     * compress-ahead was off.
     */
    void setCompressAhead(String mode);

    /** Whether flushes of memtables compress ahead too. */
    boolean isCompressAheadFlush();

    void setCompressAheadFlush(boolean compressAheadFlush);

    /** Whether compaction-like scans bypass the page cache. */
    boolean isDirectIo();

    void setDirectIo(boolean directIo);

    /** Whether compaction-like scans skip the partition index. It has an effect in releases up to 5.0.3. */
    boolean isSkipIndex();

    void setSkipIndex(boolean skipIndex);

    /** Whether compactions of many sstables look up only keys that the key cache may contain. Applies to running compactions. */
    boolean isFilterKeyCache();

    void setFilterKeyCache(boolean filterKeyCache);

    /**
     * In 3.11, whether merges of many sstables leave out those that do not have the partition. Applies to running compactions
     * and validations.
     */
    boolean isSkipEmptyInputs();

    void setSkipEmptyInputs(boolean skipEmptyInputs);

    /** Whether compactions of many sstables reuse the sum of the bytes that they have read. Applies to running compactions. */
    boolean isReuseScannedBytes();

    void setReuseScannedBytes(boolean reuseScannedBytes);

    /** Maximum direct memory for all scans and writers together, in bytes. */
    long getBufferBudgetBytes();

    void setBufferBudgetBytes(long bytes);

    /** The number of allocations of scans and writers: blocks, and memory to decompress or compress ahead. */
    long getBuffersUsed();

    /** Direct memory of these allocations, in bytes. */
    long getBufferBytesUsed();

    /** Direct memory that Foreread keeps for later allocations, in bytes. */
    long getBufferBytesIdle();

    /** Reads of blocks since the agent started or was attached. */
    long getFills();

    /** Bytes of these reads. */
    long getFillBytes();

    /** Chunks that scans have received from blocks since the agent started or was attached. */
    long getChunksServed();

    /**
     * How often a scan, or the reader of its partition index, began to use Cassandra's reader, by reason. A scan that returns to
     * read-ahead and falls back again counts again.
     */
    Map<String, Long> getFallbacks();

    /**
     * The state of each hook, with the reason if there is one: {@code applied}, {@code waiting} (Cassandra has not loaded
     * the class yet), {@code skipped}, {@code failed}, or {@code switched off} for a hook that was applied and then switched
     * off while the node runs. A hook that the configuration disables is {@code skipped}.
     */
    Map<String, String> getHooks();

    /**
     * Switches one hook while the node runs. A hook that was skipped or failed when the agent started is applied only when
     * the agent starts again: after a restart of the node, or after a detach and an attach. Switching such a hook off changes
     * nothing.
     *
     * @throws IllegalArgumentException if there is no such hook (the message lists the hooks), if the hook has an
     *     effect at the start only, or if a skipped or failed hook is to be switched on (the message has the reason)
     */
    void switchHook(String hook, boolean on);
}
