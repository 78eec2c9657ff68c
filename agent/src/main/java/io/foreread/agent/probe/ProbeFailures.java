package io.foreread.agent.probe;

import io.foreread.exporter.recorder.Recorders;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.LoggerFactory;

/** Handles exceptions of probes that only observe: counts them, logs the first one, never rethrows. */
public final class ProbeFailures {
    private static final AtomicBoolean logged = new AtomicBoolean();

    private ProbeFailures() {}

    public static void count(Throwable suppressed) {
        Recorders.HOOKS.probeFailed();
        if (logged.compareAndSet(false, true)) log(suppressed);
    }

    private static void log(Throwable suppressed) {
        try {
            // Created here, because Cassandra has not set up its logging when the class is loaded.
            LoggerFactory.getLogger("io.foreread.Foreread")
                    .warn(
                            "A probe of Foreread failed. Cassandra is not affected. Further failures"
                                    + " are only counted (foreread_probe_failures_total)",
                            suppressed);
        } catch (Throwable e) {
            // Memory or stack is exhausted. This can be the cause of the probe's failure as well.
        }
    }
}
