package io.foreread.agent.probe;

import io.foreread.exporter.recorder.Recorders;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.LoggerFactory;

/** Handles exceptions that Cassandra must not get: counts them, logs the first one, throws nothing. Thread-safe. */
public final class ProbeFailures {
    private static final AtomicBoolean logged = new AtomicBoolean();

    private ProbeFailures() {}

    public static void count(Throwable suppressed) {
        try {
            Recorders.HOOKS.probeFailed();
            if (logged.compareAndSet(false, true)) log(suppressed);
        } catch (Throwable e) {
            // Memory or stack is exhausted. This can be the cause of the first failure as well.
        }
    }

    private static void log(Throwable suppressed) {
        // Created here, because Cassandra has not set up its logging when the class is loaded.
        LoggerFactory.getLogger("io.foreread.Foreread")
                .warn(
                        "A part of Foreread has failed. Cassandra works as if this part were not there. Report this to"
                                + " Foreread. Further failures are only counted (foreread_probe_failures_total)",
                        suppressed);
    }
}
