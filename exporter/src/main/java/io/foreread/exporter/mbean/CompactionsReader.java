package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.catalog.Refresh;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Reads the active compaction-like operations and their progress. The remaining time of an operation is known from its
 * second read on.
 */
final class CompactionsReader extends FactReader {
    private static final ObjectName BEAN = Attributes.name("org.apache.cassandra.db:type=CompactionManager");

    private final LongSupplier nanoTime;
    /** The progress of each operation at the previous read, by the id of the operation. */
    private Map<String, Progress> before = new HashMap<>();

    CompactionsReader(LongSupplier nanoTime) {
        super(
                "running_compactions",
                Refresh.LIVE,
                Arrays.asList(
                        NodeFacts.COMPACTIONS_ACTIVE,
                        NodeFacts.COMPACTION_ACTIVE_BYTES,
                        NodeFacts.COMPACTION_ACTIVE_TOTAL_BYTES,
                        NodeFacts.COMPACTION_PROGRESS,
                        NodeFacts.COMPACTION_REMAINING));
        this.nanoTime = nanoTime;
    }

    @Override
    void read(MBeanServerConnection connection, FactSink sink) throws JMException, IOException {
        List<?> running = Attributes.of(connection, BEAN, "Compactions").required("Compactions", List.class);
        long now = nanoTime.getAsLong();
        Map<String, Progress> progresses = new HashMap<>();
        Map<List<String>, Sum> sums = new LinkedHashMap<>();
        for (Object one : running) {
            Map<?, ?> text = (Map<?, ?>) one;
            Progress progress = new Progress(text, now);
            Progress last = progresses.put(word(text, "compactionId"), progress);
            if (last == null) last = before.get(word(text, "compactionId"));
            List<String> labels = Arrays.asList(
                    word(text, "taskType").toLowerCase(Locale.ROOT).replace(' ', '_'),
                    word(text, "keyspace"),
                    word(text, "columnfamily"));
            sums.computeIfAbsent(labels, key -> new Sum())
                    .add(progress, word(text, "unit").equals("bytes"), progress.remainingSeconds(last));
        }
        before = progresses;
        sink.emit(NodeFacts.COMPACTIONS_ACTIVE, running.size());
        sums.forEach((labels, sum) -> sum.emit(sink, labels.toArray(new String[0])));
    }

    private static String word(Map<?, ?> text, String key) {
        Object value = text.get(key);
        return value == null ? "" : value.toString();
    }

    /** The progress of one operation at one time. Immutable. */
    private static final class Progress {
        final double completed;
        final double total;
        private final long nanos;

        Progress(Map<?, ?> text, long nanos) {
            completed = Double.parseDouble(word(text, "completed"));
            total = Double.parseDouble(word(text, "total"));
            this.nanos = nanos;
        }

        /** @return the estimated remaining time; NaN if there is no previous read or there was no progress since */
        double remainingSeconds(@Nullable Progress last) {
            double done = last == null ? 0 : completed - last.completed;
            double seconds = last == null ? 0 : (nanos - last.nanos) * 1e-9;
            return done <= 0 || seconds <= 0 ? Double.NaN : Math.max(0, total - completed) / done * seconds;
        }
    }

    /** The sum of all operations of one type and table. */
    private static final class Sum {
        private double completed;
        private double total;
        private double completedBytes;
        private double totalBytes;
        private boolean hasBytes;
        private double remainingSeconds;

        void add(Progress progress, boolean bytes, double seconds) {
            completed += progress.completed;
            total += progress.total;
            // Math.max returns NaN if one value is NaN. The remaining time is then unknown for all operations of the
            // type and table.
            remainingSeconds = Math.max(remainingSeconds, seconds);
            if (!bytes) return;
            hasBytes = true;
            completedBytes += progress.completed;
            totalBytes += progress.total;
        }

        void emit(FactSink sink, String[] labels) {
            if (total > 0) sink.emit(NodeFacts.COMPACTION_PROGRESS, Math.min(1, completed / total), labels);
            if (!Double.isNaN(remainingSeconds)) sink.emit(NodeFacts.COMPACTION_REMAINING, remainingSeconds, labels);
            if (!hasBytes) return;
            sink.emit(NodeFacts.COMPACTION_ACTIVE_BYTES, completedBytes, labels);
            sink.emit(NodeFacts.COMPACTION_ACTIVE_TOTAL_BYTES, totalBytes, labels);
        }
    }
}
