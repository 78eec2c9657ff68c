package io.foreread.exporter.registry;

import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.recorder.CompactionRecorder;
import io.foreread.exporter.recorder.CompactionRecorder.Totals;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;

/** Compaction-like operations by activity and table, live and ended. */
public final class CompactionMetrics implements MetricSource {
    private final CompactionRecorder compactions;

    public CompactionMetrics(CompactionRecorder compactions) {
        this.compactions = compactions;
    }

    @Override
    public String name() {
        return "compactions";
    }

    @Override
    public void collect(MetricSink sink) {
        sink.sample(OwnMetrics.COMPACTION_RUNNING, compactions.runningCount());
        compactions
                .durations()
                .forEach((activity, histogram) ->
                        Buckets.tell(sink, OwnMetrics.COMPACTION_DURATION, histogram, 1e-9, activity.label()));
        compactions
                .totals()
                .forEach((key, totals) -> table(sink, totals, key.activity.label(), key.keyspace, key.table));
    }

    private static void table(MetricSink sink, Totals totals, String... labels) {
        sink.sample(OwnMetrics.COMPACTION_SCANNED, totals.scannedBytes, labels);
        sink.sample(OwnMetrics.COMPACTION_READ, totals.readBytes, labels);
        sink.sample(OwnMetrics.COMPACTION_READS, totals.reads, labels);
        sink.sample(OwnMetrics.COMPACTION_READ_SECONDS, totals.readNanos * 1e-9, labels);
        sink.sample(OwnMetrics.COMPACTION_WRITTEN, totals.writtenBytes, labels);
        sink.sample(OwnMetrics.COMPACTION_FINISHED, totals.finished, labels);
        sink.sample(OwnMetrics.COMPACTION_SECONDS, totals.durationNanos * 1e-9, labels);
        sink.sample(OwnMetrics.COMPACTION_CPU_SECONDS, totals.cpuNanos * 1e-9, labels);
        sink.sample(OwnMetrics.COMPACTION_INPUT, totals.inputBytes, labels);
        sink.sample(OwnMetrics.COMPACTION_OUTPUT, totals.outputBytes, labels);
        sink.sample(OwnMetrics.COMPACTION_ALLOCATED, totals.allocatedBytes, labels);
    }
}
