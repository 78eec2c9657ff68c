package io.foreread.agent.probe;

import io.foreread.exporter.recorder.Recorders;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.LoggerFactory;

/** What woven code does with anything an observing probe throws: count it, log the first, never rethrow. */
public final class ProbeFailures {
    private static final AtomicBoolean logged = new AtomicBoolean();

    private ProbeFailures() {}

    /** Called by woven code. */
    public static void count(Throwable suppressed) {
        Recorders.HOOKS.probeFailed();
        if (logged.compareAndSet(false, true)) log(suppressed);
    }

    private static void log(Throwable suppressed) {
        try {
            // Not before: with the class it would be made before Cassandra has set up its logging.
            LoggerFactory.getLogger("io.foreread.Foreread")
                    .warn(
                            "Foreread's observing code failed where the stack shows, and Cassandra went on; further cases"
                                    + " are only counted (foreread_probe_failures_total)",
                            suppressed);
        } catch (Throwable e) {
            // Short of memory or of stack, as the probe may have been.
        }
    }
}
