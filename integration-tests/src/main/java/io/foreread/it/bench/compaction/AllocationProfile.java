package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.Contender;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.SavedSSTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Where a compaction allocates, by Flight Recorder's samples of the thread that compacts. */
final class AllocationProfile implements Trial.Profiling {
    private static final String EVENT = "jdk.ObjectAllocationSample";
    private static final String NAME = "foreread-bench";
    private static final String THREAD = "eventThread";
    private static final int TOP = 12;

    private final Path directory;
    private final StringBuilder text = new StringBuilder();

    /** @param directory where recordings are kept */
    AllocationProfile(Path directory) {
        this.directory = directory;
    }

    /** All sites that were printed so far. */
    String table() {
        return text.toString();
    }

    @Override
    public void profile(ChildJvmNode node, Contender contender, SavedSSTables input) {
        input.restoreHot();
        Path recording = directory.resolve("compaction-" + contender + ".jfr");
        node.jmx().diagnose("jfrStart", "name=" + NAME, "settings=profile");
        node.jmx().majorCompact(DataSpec.KEYSPACE, DataSpec.TABLE);
        node.jmx().diagnose("jfrStop", "name=" + NAME, "filename=" + recording);
        if (!Files.isRegularFile(recording))
            throw new IllegalStateException("the node's JVM wrote no recording to " + recording);
        text.append(String.format("%nAllocation by site: %s (%s)%n", contender, recording));
        text.append(table(sites(recording)));
    }

    /**
     * Bytes by site, as the samples stand for them. The first of a thread stands for all that it has allocated in its
     * life, most of it before the recording, and is left out.
     */
    private static Map<String, Long> sites(Path recording) {
        Map<String, Long> bytes = new HashMap<>();
        Set<Long> threads = new HashSet<>();
        try {
            RecordingFile.readAllEvents(recording).stream()
                    .filter(AllocationProfile::isOfCompaction)
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

    /** The class, and the innermost method that is not the JDK's own. */
    private static String site(RecordedEvent event) {
        RecordedClass allocated = event.getClass("objectClass");
        List<RecordedFrame> frames = event.getStackTrace().getFrames();
        RecordedFrame frame = frames.stream()
                .filter(one -> !one.getMethod().getType().getName().matches("(java|jdk)\\..*"))
                .findFirst()
                .orElse(frames.get(0));
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName() + "  "
                + words(allocated.getName());
    }

    private static String words(String name) {
        return switch (name) {
            case "[B" -> "byte[]";
            case "[J" -> "long[]";
            case "[I" -> "int[]";
            default ->
                name.startsWith("[L")
                        ? name.substring(name.lastIndexOf('.') + 1, name.length() - 1) + "[]"
                        // A hidden class has an address after its name.
                        : name.replaceFirst("/.*", "").replaceFirst(".*\\.", "");
        };
    }

    static String table(Map<String, Long> bytes) {
        long all = bytes.values().stream().mapToLong(Long::longValue).sum();
        StringBuilder table = new StringBuilder();
        bytes.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(TOP)
                .forEach(site -> table.append(
                        String.format(Locale.ROOT, "  %5.1f %%  %s%n", 100.0 * site.getValue() / all, site.getKey())));
        return table.toString();
    }
}
