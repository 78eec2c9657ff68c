package io.foreread.agent.resident.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * Passes what woven code observes to the attachment, if there is one. The advice suppresses exceptions, and counts them by
 * {@link #failed}. A value that one method returns can be passed to another method after a new attachment was made.
 */
public final class ProbeDispatch {
    private ProbeDispatch() {}

    /** @return a start time for {@link #channelRead}, or 0 if the read is not recorded */
    public static long channelReadStarts() {
        Probes probes = Dispatch.probes();
        return probes == null ? 0 : probes.channelReadStarts();
    }

    /** @param bytes bytes read; 0 or -1 at the end of the file */
    public static void channelRead(String path, long bytes, long startNanos) {
        Probes probes = Dispatch.probes();
        if (probes != null) probes.channelRead(path, bytes, startNanos);
    }

    /** @return a start time for {@link #mmapChunkRead}, or 0 if the access is not recorded */
    public static long mmapChunkReadStarts() {
        Probes probes = Dispatch.probes();
        return probes == null ? 0 : probes.mmapChunkReadStarts();
    }

    public static void mmapChunkRead(long uncompressedBytes, long startNanos) {
        Probes probes = Dispatch.probes();
        if (probes != null) probes.mmapChunkRead(uncompressedBytes, startNanos);
    }

    /** @return the argument of {@link #commandEnds}, a number that only the same attachment accepts */
    public static long commandStarts(boolean singlePartition) {
        Probes probes = Dispatch.probes();
        return probes == null ? 0 : probes.commandStarts(singlePartition);
    }

    public static void commandEnds(long outer) {
        Probes probes = Dispatch.probes();
        if (probes != null) probes.commandEnds(outer);
    }

    /** @param holder a {@code CompactionInfo.Holder}, from 4.0 on */
    public static void operationBegins(Object holder) {
        Probes probes = Dispatch.probes();
        if (probes != null) probes.operationBegins(holder);
    }

    /** @param holder a {@code CompactionInfo.Holder}, in 3.11 */
    public static void metricsBegin(Object holder) {
        Probes probes = Dispatch.probes();
        if (probes != null) probes.metricsBegin(holder);
    }

    public static void operationEnds(Object holder) {
        Probes probes = Dispatch.probes();
        if (probes != null) probes.operationEnds(holder);
    }

    /** @param transaction of a compaction task, usually a {@code LifecycleTransaction} */
    public static void taskStarts(Object transaction) {
        Probes probes = Dispatch.probes();
        if (probes != null) probes.taskStarts(transaction);
    }

    public static void taskEnds() {
        Probes probes = Dispatch.probes();
        if (probes != null) probes.taskEnds();
    }

    /** @return a start time for {@link #chunkWritten}, or 0 if the write is not recorded */
    public static long chunkWriteStarts() {
        Probes probes = Dispatch.probes();
        return probes == null ? 0 : probes.chunkWriteStarts();
    }

    /** @param bytes written to a compressed Data.db */
    public static void chunkWritten(long bytes, long startNanos) {
        Probes probes = Dispatch.probes();
        if (probes != null) probes.chunkWritten(bytes, startNanos);
    }

    /** @param bytes written to an uncompressed file */
    public static void wrote(String path, long bytes) {
        Probes probes = Dispatch.probes();
        if (probes != null) probes.wrote(path, bytes);
    }

    /** @param key that was inserted into one of Cassandra's caches, or whose insertion has failed */
    public static void keyCached(Object key) {
        Probes probes = Dispatch.probes();
        if (probes != null) probes.keyCached(key);
    }

    /** Called at the first step of the start of a node. */
    public static void daemonStarting() {
        Probes probes = Dispatch.probes();
        if (probes != null) probes.daemonStarting();
    }

    /** Called when the node has started. */
    public static void daemonStarted() {
        Probes probes = Dispatch.probes();
        if (probes != null) probes.daemonStarted();
    }

    /** Counts an exception that an advice has suppressed. Never throws, because no advice suppresses what it throws. */
    public static void failed(@Nullable Throwable suppressed) {
        try {
            Probes probes = Dispatch.probes();
            if (probes != null && suppressed != null) probes.failed(suppressed);
        } catch (Throwable e) {
            // Memory or stack is exhausted. This can be the cause of the suppressed exception as well. If a key filter
            // lacks a key now, this key is not cached for the sstable that the compaction writes.
        }
    }
}
