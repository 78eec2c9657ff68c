package io.foreread.exporter.own;

import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.WriteRecorder;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;

/** Exports the chunks that were compressed and written. Activities without writes have no series. */
public final class WriteMetrics implements MetricSource {
    private final WriteRecorder writes;

    public WriteMetrics(WriteRecorder writes) {
        this.writes = writes;
    }

    @Override
    public String name() {
        return "writes";
    }

    @Override
    public void collect(MetricSink sink) {
        for (Activity activity : Activity.values()) {
            WriteRecorder.Writes cell = writes.writes(activity);
            if (cell == null) continue;
            Buckets.emit(sink, OwnMetrics.CHUNK_WRITE_SIZE, cell.sizeBytes(), 1, activity.label());
            Buckets.emit(sink, OwnMetrics.CHUNK_WRITE_DURATION, cell.durationNanos(), 1e-9, activity.label());
        }
        sink.sample(OwnMetrics.CHUNKS_COMPRESSED_AHEAD, writes.chunksAhead());
        sink.sample(OwnMetrics.COMPRESS_AHEAD_WAIT_SECONDS, writes.waitNanos() * 1e-9);
        sink.sample(OwnMetrics.COMPRESS_AHEAD_REFUSED, writes.refusedWriters());
    }
}
