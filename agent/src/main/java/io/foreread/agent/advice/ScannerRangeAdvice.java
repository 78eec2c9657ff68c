package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ScanDispatch;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.io.util.RandomAccessReader;

/**
 * Woven into {@code void seekToCurrentRangeStart()} of the scanner of big-format sstables, which runs only for a scan that
 * follows the partition index. This advice is on the data path. It suppresses no exceptions.
 */
public final class ScannerRangeAdvice {
    private ScannerRangeAdvice() {}

    @Advice.OnMethodEnter
    public static void onEnter(
            @Advice.FieldValue("dfile") RandomAccessReader data,
            @Advice.FieldValue("currentRange") AbstractBounds<PartitionPosition> range) {
        ScanDispatch.startsRange(data, range);
    }
}
