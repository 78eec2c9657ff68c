package io.foreread.exporter.own;

import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.Component;
import io.foreread.exporter.recorder.ReadRecorder;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;

/**
 * Exports physical reads and accesses to mapped chunks. Activities and components without reads or accesses have no
 * series.
 */
public final class ReadMetrics implements MetricSource {
    private final ReadRecorder reads;

    public ReadMetrics(ReadRecorder reads) {
        this.reads = reads;
    }

    @Override
    public String name() {
        return "reads";
    }

    @Override
    public void collect(MetricSink sink) {
        for (Activity activity : Activity.values()) {
            for (Component component : Component.values()) {
                ReadRecorder.Reads cell = reads.reads(activity, component);
                if (cell == null) continue;
                Buckets.emit(sink, OwnMetrics.READ_SIZE, cell.sizeBytes(), 1, activity.label(), component.label());
                Buckets.emit(
                        sink,
                        OwnMetrics.READ_DURATION,
                        cell.durationNanos(),
                        1e-9,
                        activity.label(),
                        component.label());
            }
            ReadRecorder.ChunkAccesses accesses = reads.mmapChunkAccesses(activity);
            if (accesses.count() == 0) continue;
            sink.sample(OwnMetrics.MMAP_CHUNK_ACCESSES, accesses.count(), activity.label());
            sink.sample(OwnMetrics.MMAP_CHUNK_ACCESS_SECONDS, accesses.nanos() * 1e-9, activity.label());
            sink.sample(OwnMetrics.MMAP_CHUNK_BYTES, accesses.uncompressedBytes(), activity.label());
        }
    }
}
