package io.foreread.agent.advice;

import io.foreread.agent.reader.SequentialPartitions;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.io.util.RandomAccessReader;

/** {@code long getBytesScanned()} of an sstable's scanner, which compaction is throttled by. */
public final class ScannerBytesAdvice {
    private ScannerBytesAdvice() {}

    @Advice.OnMethodExit
    public static void onExit(
            @Advice.FieldValue("dfile") RandomAccessReader data, @Advice.Return(readOnly = false) long scannedBytes) {
        SequentialPartitions partitions = SequentialPartitions.of(data);
        if (partitions != null) scannedBytes = partitions.scannedBytes();
    }
}
