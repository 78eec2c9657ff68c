package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ScanDispatch;
import java.util.Iterator;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.jspecify.annotations.Nullable;

/**
 * Woven into {@code UnfilteredRowIterator next()} of an sstable's scanner. Replaces the method for a scan that skips the
 * partition index. This advice is on the data path. It suppresses no exceptions, so they reach the caller of the scanner.
 */
public final class ScannerNextAdvice {
    private ScannerNextAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    public static @Nullable Object onEnter(@Advice.FieldValue("dfile") RandomAccessReader data) {
        return ScanDispatch.partitions(data);
    }

    @Advice.OnMethodExit
    public static void onExit(
            @Advice.Enter @Nullable Object partitions,
            @Advice.FieldValue("rangeIterator") Iterator<AbstractBounds<PartitionPosition>> ranges,
            @Advice.Return(readOnly = false) UnfilteredRowIterator next) {
        if (partitions != null) next = ScanDispatch.next(partitions, ranges);
    }
}
