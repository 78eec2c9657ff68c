package io.foreread.agent.probe;

import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ThreadRecord;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.cassandra.db.compaction.CompactionInfo;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.jspecify.annotations.Nullable;

/**
 * Records compaction-like operations, on the threads that run them: begin, end and input. The methods can allocate, because
 * there are a few operations per minute.
 */
public final class OperationProbe {
    private static final HookSwitch ACTIVE = HookSwitch.of(HookNames.ACTIVE_COMPACTIONS);
    private static final HookSwitch METRICS = HookSwitch.of(HookNames.COMPACTION_METRICS);
    private static final HookSwitch TASK = HookSwitch.of(HookNames.COMPACTION_TASK);

    private OperationProbe() {}

    /** Called from 4.0 on, when an operation begins. */
    public static void begins(CompactionInfo.Holder holder) {
        if (ACTIVE.on) begin(holder);
    }

    /** Called in 3.11, when an operation begins. */
    public static void metricsBegin(CompactionInfo.Holder holder) {
        if (METRICS.on) begin(holder);
    }

    private static void begin(CompactionInfo.Holder holder) {
        CompactionInfo info = holder.getCompactionInfo();
        // asMap is the same in all releases, the getters for keyspace and table are not.
        Map<String, String> description = info.asMap();
        // Some operations count keys or ranges instead of bytes.
        boolean countsBytes = "bytes".equals(description.get("unit"));
        LongSupplier completedBytes =
                () -> countsBytes ? holder.getCompactionInfo().getCompleted() : 0;
        Recorders.COMPACTIONS.begin(
                holder,
                Activity.ofOperationType(info.getTaskType().name()),
                orEmpty(description.get("keyspace")),
                orEmpty(description.get("columnfamily")),
                completedBytes);
    }

    /**
     * Records the end even if the hook is switched off, because the operation can have begun before the switch was
     * turned off.
     */
    public static void ends(CompactionInfo.Holder holder) {
        Recorders.COMPACTIONS.end(holder);
    }

    /** @param transaction of the task. From 6.0 on its class can be unknown; then the input is recorded as 0 bytes */
    public static void taskStarts(Object transaction) {
        if (TASK.on) ThreadRecord.current().taskInputBytes(() -> inputBytes(transaction));
    }

    public static void taskEnds() {
        ThreadRecord.current().taskInputBytes(null);
    }

    private static long inputBytes(Object transaction) {
        if (!(transaction instanceof LifecycleTransaction)) return 0;
        long bytes = 0;
        try {
            for (SSTableReader sstable : ((LifecycleTransaction) transaction).originals())
                bytes += sstable.onDiskLength();
        } catch (RuntimeException | AssertionError | LinkageError e) {
            // The operation is recorded all the same.
            ProbeFailures.count(e);
        }
        return bytes;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
