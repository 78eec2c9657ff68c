package io.foreread.it.bench.compaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** The allocation sites of a compaction, from Flight Recorder samples of its thread. */
final class AllocationSites {
    private static final String EVENT = "jdk.ObjectAllocationSample";
    private static final String THREAD = "eventThread";

    private AllocationSites() {}

    /**
     * Returns the allocated bytes by site. The first sample of each thread is ignored, because it represents all bytes
     * that the thread has allocated since its start, most of them before the recording.
     */
    static Map<String, Long> of(Path recording) {
        Map<String, Long> bytes = new HashMap<>();
        Set<Long> threads = new HashSet<>();
        try {
            RecordingFile.readAllEvents(recording).stream()
                    .filter(AllocationSites::isOfCompaction)
                    .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                    .filter(event -> !threads.add(event.getThread(THREAD).getJavaThreadId()))
                    .forEach(event -> bytes.merge(site(event), event.getLong("weight"), Long::sum));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + recording, e);
        }
        return bytes;
    }

    private static boolean isOfCompaction(RecordedEvent event) {
        if (!event.getEventType().getName().equals(EVENT)) return false;
        RecordedThread thread = event.getThread(THREAD);
        return thread != null
                && thread.getJavaName() != null
                && thread.getJavaName().startsWith("CompactionExecutor")
                && event.getStackTrace() != null;
    }

    /** The innermost method outside the JDK, and the allocated class. */
    private static String site(RecordedEvent event) {
        RecordedClass allocated = event.getClass("objectClass");
        List<RecordedFrame> frames = event.getStackTrace().getFrames();
        RecordedFrame frame = frames.stream()
                .filter(one -> !one.getMethod().getType().getName().matches("(java|jdk)\\..*"))
                .findFirst()
                .orElse(frames.get(0));
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName() + ": "
                + readableName(allocated.getName());
    }

    private static String readableName(String name) {
        return switch (name) {
            case "[B" -> "byte[]";
            case "[J" -> "long[]";
            case "[I" -> "int[]";
            default ->
                name.startsWith("[L")
                        ? name.substring(name.lastIndexOf('.') + 1, name.length() - 1) + "[]"
                        // The name of a hidden class is followed by an address.
                        : name.replaceFirst("/.*", "").replaceFirst(".*\\.", "");
        };
    }
}
