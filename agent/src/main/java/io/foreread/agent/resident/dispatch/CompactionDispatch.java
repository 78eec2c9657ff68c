package io.foreread.agent.resident.dispatch;

import java.util.List;
import java.util.Set;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.io.sstable.ISSTableScanner;
import org.apache.cassandra.io.sstable.format.SSTableReader;

/**
 * Passes lookups, merges and sums of compactions to the attachment, for woven code. It is on the data path: without an
 * attachment, Cassandra's code does all of this work.
 */
public final class CompactionDispatch {
    private CompactionDispatch() {}

    /** @see CompactionInputs#inputsToLookUp */
    public static Set<SSTableReader> inputsToLookUp(
            Object transaction, Set<SSTableReader> inputs, UnfilteredRowIterator partition, String hook) {
        return inputsToLookUp(transaction, inputs, partition.partitionKey(), hook);
    }

    /** @see CompactionInputs#inputsToLookUp */
    public static Set<SSTableReader> inputsToLookUp(
            Object transaction, Set<SSTableReader> inputs, DecoratedKey key, String hook) {
        CompactionInputs compactions = Dispatch.compactions();
        return compactions == null ? inputs : compactions.inputsToLookUp(transaction, inputs, key.getKey(), hook);
    }

    /** @see CompactionInputs#inputsToMerge */
    public static List<UnfilteredRowIterator> inputsToMerge(List<UnfilteredRowIterator> inputs) {
        CompactionInputs compactions = Dispatch.compactions();
        return compactions == null ? inputs : compactions.inputsToMerge(inputs);
    }

    /** @see CompactionInputs#earlierScannedBytes */
    public static long earlierScannedBytes(List<ISSTableScanner> scanners) {
        CompactionInputs compactions = Dispatch.compactions();
        return compactions == null ? 0 : compactions.earlierScannedBytes(scanners);
    }

    /** @see CompactionInputs#scannedBytesSummed */
    public static void scannedBytesSummed(List<ISSTableScanner> scanners, long bytes) {
        CompactionInputs compactions = Dispatch.compactions();
        if (compactions != null) compactions.scannedBytesSummed(scanners, bytes);
    }
}
