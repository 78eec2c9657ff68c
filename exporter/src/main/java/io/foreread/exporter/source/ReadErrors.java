package io.foreread.exporter.source;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the values that cannot be read, and logs the first error of each metric. At most {@value #MAX_LINES} lines per
 * minute are logged. A metric whose first error exceeds this limit is logged at its next error. Thread-safe.
 */
public final class ReadErrors {
    private static final Logger logger = LoggerFactory.getLogger(ReadErrors.class);
    private static final int MAX_LINES = 20;
    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanoTime;
    private final Consumer<String> log;
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final Set<String> logged = ConcurrentHashMap.newKeySet();
    /** Guarded by this, as is the number of lines in the window. */
    private long windowNanos;

    private int lines;
    private volatile boolean ignored;

    public ReadErrors() {
        this(System::nanoTime, logger::warn);
    }

    /** @param log receives the lines */
    ReadErrors(LongSupplier nanoTime, Consumer<String> log) {
        this.nanoTime = nanoTime;
        this.log = log;
        windowNanos = nanoTime.getAsLong();
    }

    /** @param ignored whether further errors are neither counted nor logged */
    public void ignore(boolean ignored) {
        this.ignored = ignored;
    }

    /**
     * Counts an error and logs it if it is the first one of the metric.
     *
     * @param group the value of the label {@code group} of the counter
     * @param metric the exported name of the metric; only the first error with this name is logged
     * @param origin where the value is read from: a metric of Cassandra or an MBean
     */
    public void failed(String group, String metric, String origin, Throwable error) {
        if (ignored) return;
        of(group).increment();
        if (logged.contains(metric) || !mayLog() || !logged.add(metric)) return;
        log.accept("Cannot read " + metric + " from " + origin + ": " + cause(error)
                + ". Further errors of this metric are only counted");
        logger.debug("Cannot read {}", metric, error);
    }

    private synchronized boolean mayLog() {
        long now = nanoTime.getAsLong();
        if (now - windowNanos >= WINDOW_NANOS) {
            windowNanos = now;
            lines = 0;
        }
        return ++lines <= MAX_LINES;
    }

    /** Returns the text of the error, with its cause unless the message of the error already contains the cause. */
    private static String cause(Throwable error) {
        Throwable cause = error.getCause();
        return cause == null || String.valueOf(error.getMessage()).contains(String.valueOf(cause))
                ? error.toString()
                : error + ", caused by " + cause;
    }

    /** The error counter of a group, which starts at 0. */
    public LongAdder of(String group) {
        return counts.computeIfAbsent(group, key -> new LongAdder());
    }

    /** The number of errors by group. */
    public Map<String, LongAdder> counts() {
        return counts;
    }
}
