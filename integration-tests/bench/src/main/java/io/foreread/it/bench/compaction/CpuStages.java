package io.foreread.it.bench.compaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Counts Flight Recorder samples of compacting threads in Java code by stage. The innermost frame that belongs to a stage
 * determines the stage of a sample. Native code (reads and writes, LZ4, Zstd) is in no stage, because Flight Recorder
 * samples only one thread in native code at a time.
 */
final class CpuStages {
    private static final String EVENT = "jdk.ExecutionSample";
    private static final String THREAD = "sampledThread";
    private static final String OTHER = "other";

    /** Each frame is compared with the stages in this order. */
    private static final List<Stage> STAGES = List.of(
            new Stage("find partitions without the index", ".*(SequentialPartitions|SSTableSimpleScanner)[\\w$]*\\..*"),
            new Stage("read, check and decompress chunks", "io\\.util\\.\\w*(Rebufferer|ChunkReader)[\\w$]*\\..*"),
            new Stage("read, check and decompress chunks", "(reader|readahead)\\..*"),
            new Stage(
                    "compress and write", "io\\.(compress\\.CompressedSequentialWriter|util\\.SequentialWriter)\\..*"),
            new Stage("compress and write", "(writer|writeahead)\\..*"),
            new Stage("read the partition index", ".*(RowIndexEntry|IndexInfo)[\\w$]*\\.(deserialize|create).*"),
            new Stage("read the partition index", ".*(BigTableScanner|SSTableScanner)[\\w$]*\\..*"),
            new Stage(
                    "write the partition index and filter",
                    ".*(IndexWriter|IndexSummaryBuilder|BloomFilter)[\\w$]*\\..*"),
            new Stage("serialize rows", ".*Serializer[\\w$]*\\.(serialize|write).*"),
            new Stage("deserialize rows", ".*Serializer[\\w$]*\\.(deserialize|read|skip).*"),
            new Stage("collect statistics", ".*(MetadataCollector|StreamingTombstoneHistogramBuilder)[\\w$]*\\..*"),
            new Stage(
                    "merge",
                    ".*(MergeIterator|UnfilteredRowIterators|UnfilteredPartitionIterators|db\\.rows\\.\\w+)[\\w$]*\\..*"));

    private record Stage(String name, Pattern method) {
        Stage(String name, String method) {
            this(name, Pattern.compile("(org\\.apache\\.cassandra|io\\.foreread\\.agent)\\." + method));
        }
    }

    private CpuStages() {}

    /** Returns the number of samples by stage. */
    static Map<String, Long> of(Path recording) {
        Map<String, Long> samples = new HashMap<>();
        try {
            for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
                if (event.getEventType().getName().equals(EVENT) && isOfCompaction(event))
                    samples.merge(stage(methods(event)), 1L, Long::sum);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + recording, e);
        }
        return samples;
    }

    private static boolean isOfCompaction(RecordedEvent event) {
        RecordedThread thread = event.getThread(THREAD);
        return thread != null
                && thread.getJavaName() != null
                && thread.getJavaName().startsWith("CompactionExecutor")
                && event.getStackTrace() != null
                // Without a frame of the compaction, the thread only waits for work.
                && methods(event).stream().anyMatch(method -> method.contains("cassandra.db.compaction."));
    }

    /**
     * Returns the name of the stage of a sample.
     *
     * @param methods the methods of the stack with their classes, the innermost first
     */
    static String stage(List<String> methods) {
        for (String method : methods) {
            for (Stage stage : STAGES) if (stage.method.matcher(method).matches()) return stage.name;
        }
        return OTHER;
    }

    private static List<String> methods(RecordedEvent event) {
        return event.getStackTrace().getFrames().stream().map(CpuStages::method).toList();
    }

    private static String method(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
    }
}
