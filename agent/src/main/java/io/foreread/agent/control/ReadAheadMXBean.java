package io.foreread.agent.control;

import java.util.Map;

/** {@code io.foreread:type=ReadAhead}. New scans obey a change; running ones finish as they began. */
public interface ReadAheadMXBean {
    /** False leaves every new scan to Cassandra. */
    boolean isEnabled();

    void setEnabled(boolean enabled);

    /** auto, on or off: what to do where Cassandra has a read-ahead of its own. */
    String getMode();

    void setMode(String mode);

    /** Bytes of a full read. */
    long getBlockSizeBytes();

    void setBlockSizeBytes(long bytes);

    /** Whether compaction-like scans have their files open for themselves: the kernel then fetches their next block in time. */
    boolean isOverlap();

    void setOverlap(boolean overlap);

    /** auto, on or off: whether another thread decompresses a scan's next chunks. Running scans obey too. */
    String getDecompressAhead();

    void setDecompressAhead(String mode);

    /** Whether compaction-like scans read past the page cache. */
    boolean isDirectIo();

    void setDirectIo(boolean directIo);

    /** Whether compaction-like scans leave the partition index unread, up to 5.0.3. */
    boolean isSkipIndex();

    void setSkipIndex(boolean skipIndex);

    /** Direct memory for all scans together. */
    long getBufferBudgetBytes();

    void setBufferBudgetBytes(long bytes);

    long getBuffersUsed();

    long getBufferBytesUsed();

    long getBufferBytesIdle();

    long getFills();

    long getFillBytes();

    long getChunksServed();

    /** Reason to count: scans that did not get read-ahead, and why. */
    Map<String, Long> getFallbacks();

    /**
     * Hook to state and reason: {@code applied}, {@code waiting} (for Cassandra to load the class), {@code skipped}, {@code
     * failed}, or {@code switched off} for a hook that was applied and then switched off while the node runs. A hook that
     * the configuration disables is {@code skipped}.
     */
    Map<String, String> getHooks();

    /**
     * Switches one hook while the node runs. Only a restart can apply a hook that was skipped or failed when the node
     * started, whether because of {@code hooks.<name>: false} or of the release; switching it off changes nothing.
     *
     * @throws IllegalArgumentException if there is no such hook (the message lists them), if it has an effect at start only,
     *     or if it is to be switched on and is skipped or failed (the message has the reason)
     */
    void switchHook(String hook, boolean on);
}
