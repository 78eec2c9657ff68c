package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.CompactionDispatch;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.io.sstable.ISSTableScanner;

/**
 * Woven into {@code long ScannerList.getTotalBytesScanned()}. Skips the method while an earlier result can be used. All
 * callers pass the result to the rate limiter of compactions, and 6.0 also counts it in a metric. ByteBuddy skips the method
 * if the low 32 bits of the earlier result are not 0. Otherwise the method is executed, and the earlier result replaces that
 * of the method. This advice is on the data path and suppresses no exceptions.
 */
public final class ScannerListBytesAdvice {
    private ScannerListBytesAdvice() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    public static long onEnter(@Advice.FieldValue("scanners") List<ISSTableScanner> scanners) {
        return CompactionDispatch.earlierScannedBytes(scanners);
    }

    @Advice.OnMethodExit
    public static void onExit(
            @Advice.Enter long earlierBytes,
            @Advice.FieldValue("scanners") List<ISSTableScanner> scanners,
            @Advice.Return(readOnly = false) long scannedBytes) {
        if (earlierBytes != 0) scannedBytes = earlierBytes;
        else CompactionDispatch.scannedBytesSummed(scanners, scannedBytes);
    }
}
