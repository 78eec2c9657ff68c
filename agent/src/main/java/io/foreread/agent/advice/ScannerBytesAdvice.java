package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ScanDispatch;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.io.util.RandomAccessReader;

/**
 * Woven into {@code long getBytesScanned()} of an sstable's scanner. Replaces the result for a scan that skips the
 * partition index. Cassandra throttles compactions by this value.
 */
public final class ScannerBytesAdvice {
    private ScannerBytesAdvice() {}

    @Advice.OnMethodExit
    public static void onExit(
            @Advice.FieldValue("dfile") RandomAccessReader data, @Advice.Return(readOnly = false) long scannedBytes) {
        Object partitions = ScanDispatch.partitions(data);
        if (partitions != null) scannedBytes = ScanDispatch.scannedBytes(partitions);
    }
}
