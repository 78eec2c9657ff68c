package io.foreread.agent.resident.dispatch;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;

/**
 * Decides which inputs a compaction can leave out, and whether it can reuse a sum over all of them. An attachment implements
 * it. The methods have types of the JDK only, and throw nothing.
 */
public interface CompactionInputs {
    /**
     * Called before a compaction looks up a key in the key cache, once per input.
     *
     * @param transaction identifies the compaction
     * @param inputs the sstables that are compacted
     * @param key of the partition that the compaction has written
     * @return the inputs, or an empty set if the key is not cached for any of them
     */
    <T> Set<T> inputsToLookUp(Object transaction, Set<T> inputs, ByteBuffer key, String hook);

    /**
     * Called before iterators of one partition are merged.
     *
     * @return the inputs, or a copy without inputs that have nothing of the partition
     */
    <T> List<T> inputsToMerge(List<T> inputs);

    /**
     * Called before a compaction sums the bytes that its scanners have read.
     *
     * @param scanners the scanners of a compaction; the list is its identity
     * @return an earlier sum, or 0 if the compaction must sum the bytes
     */
    long earlierScannedBytes(List<?> scanners);

    /**
     * Called after a compaction has summed the bytes that its scanners have read.
     *
     * @param bytes the sum
     */
    void scannedBytesSummed(List<?> scanners, long bytes);
}
