package io.foreread.exporter.own;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.OwnCompactionMetrics;
import io.foreread.exporter.recorder.CompactionRecorder;
import io.foreread.exporter.recorder.CompactionRecorder.Totals;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** Exports totals of running and finished compaction-like operations, by activity, and by activity and table. */
public final class CompactionMetrics implements MetricSource {
    private final CompactionRecorder compactions;
    private final BiPredicate<String, String> tables;
    private final Predicate<String> families;

    /**
     * @param tables returns whether a table is exported; its arguments are the names of the keyspace and the table
     * @param families returns whether a table-level family is exported; its argument is the name of the family
     */
    public CompactionMetrics(
            CompactionRecorder compactions, BiPredicate<String, String> tables, Predicate<String> families) {
        this.compactions = compactions;
        this.tables = tables;
        this.families = families;
    }

    @Override
    public String name() {
        return "compactions";
    }

    @Override
    public void collect(MetricSink sink) {
        sink.sample(OwnCompactionMetrics.COMPACTION_RUNNING, compactions.runningCount());
        compactions
                .durations()
                .forEach((activity, histogram) -> Buckets.emit(
                        sink, OwnCompactionMetrics.COMPACTION_DURATION, histogram, 1e-9, activity.label()));
        compactions.totalsByActivity().forEach((activity, totals) -> node(sink, totals, activity.label()));
        compactions.totals().forEach((key, totals) -> {
            if (tables.test(key.keyspace, key.table))
                table(sink, totals, key.activity.label(), key.keyspace, key.table);
        });
    }

    private static void node(MetricSink sink, Totals totals, String activity) {
        sink.sample(OwnCompactionMetrics.NODE_COMPACTION_SCANNED, totals.scannedBytes, activity);
        sink.sample(OwnCompactionMetrics.NODE_COMPACTION_READ, totals.readBytes, activity);
        sink.sample(OwnCompactionMetrics.NODE_COMPACTION_READS, totals.reads, activity);
        sink.sample(OwnCompactionMetrics.NODE_COMPACTION_READ_SECONDS, totals.readNanos * 1e-9, activity);
        sink.sample(OwnCompactionMetrics.NODE_COMPACTION_WRITTEN, totals.writtenBytes, activity);
        sink.sample(OwnCompactionMetrics.NODE_COMPACTION_FINISHED, totals.finished, activity);
        sink.sample(OwnCompactionMetrics.NODE_COMPACTION_SECONDS, totals.durationNanos * 1e-9, activity);
        sink.sample(OwnCompactionMetrics.NODE_COMPACTION_CPU_SECONDS, totals.cpuNanos * 1e-9, activity);
        sink.sample(OwnCompactionMetrics.NODE_COMPACTION_INPUT, totals.inputBytes, activity);
        sink.sample(OwnCompactionMetrics.NODE_COMPACTION_OUTPUT, totals.outputBytes, activity);
        sink.sample(OwnCompactionMetrics.NODE_COMPACTION_ALLOCATED, totals.allocatedBytes, activity);
    }

    private void table(MetricSink sink, Totals totals, String... labels) {
        emit(sink, OwnCompactionMetrics.COMPACTION_SCANNED, totals.scannedBytes, labels);
        emit(sink, OwnCompactionMetrics.COMPACTION_READ, totals.readBytes, labels);
        emit(sink, OwnCompactionMetrics.COMPACTION_READS, totals.reads, labels);
        emit(sink, OwnCompactionMetrics.COMPACTION_READ_SECONDS, totals.readNanos * 1e-9, labels);
        emit(sink, OwnCompactionMetrics.COMPACTION_WRITTEN, totals.writtenBytes, labels);
        emit(sink, OwnCompactionMetrics.COMPACTION_FINISHED, totals.finished, labels);
        emit(sink, OwnCompactionMetrics.COMPACTION_SECONDS, totals.durationNanos * 1e-9, labels);
        emit(sink, OwnCompactionMetrics.COMPACTION_CPU_SECONDS, totals.cpuNanos * 1e-9, labels);
        emit(sink, OwnCompactionMetrics.COMPACTION_INPUT, totals.inputBytes, labels);
        emit(sink, OwnCompactionMetrics.COMPACTION_OUTPUT, totals.outputBytes, labels);
        emit(sink, OwnCompactionMetrics.COMPACTION_ALLOCATED, totals.allocatedBytes, labels);
    }

    private void emit(MetricSink sink, Metric metric, double value, String... labels) {
        if (families.test(metric.name())) sink.sample(metric, value, labels);
    }
}
