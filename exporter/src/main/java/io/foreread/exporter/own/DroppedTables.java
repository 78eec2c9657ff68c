package io.foreread.exporter.own;

import io.foreread.exporter.recorder.CompactionRecorder;
import io.foreread.exporter.source.MetricFollower;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.source.OrphanedMetrics;

/** Removes the recorded totals of a table when the node drops it. Thread-safe. */
public final class DroppedTables implements MetricFollower {
    private final CompactionRecorder compactions;
    private final MetricFollower next;

    /** @param next the next follower, which receives all calls */
    public DroppedTables(CompactionRecorder compactions, MetricFollower next) {
        this.compactions = compactions;
        this.next = next;
    }

    @Override
    public void added(MetricName name, NodeMetric metric) {
        next.added(name, metric);
    }

    @Override
    public void removed(MetricName name) {
        next.removed(name);
        if (name.equals(OrphanedMetrics.ownerOf(name))) compactions.dropped(name.scope());
    }
}
