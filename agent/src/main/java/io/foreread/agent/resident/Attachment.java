package io.foreread.agent.resident;

import java.lang.instrument.Instrumentation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A copy of Foreread in a class loader of its own. One thread at a time calls it. */
public interface Attachment {
    /** Returns the version of Foreread. */
    String version();

    /**
     * Checks the settings, weaves the hooks and starts everything else. If it throws, the caller removes what was started by
     * {@link #stop} and {@link #restore}.
     *
     * @param arguments what follows the jar in {@code -javaagent}; null for nothing
     * @param running whether the node runs already. If not, a hook starts the endpoint when the node starts
     * @return a message for the operator
     * @throws RefusedException if the attachment must not start
     */
    String start(@Nullable String arguments, Instrumentation instrumentation, boolean running) throws Exception;

    /** Returns the number of readers and of writers that compress ahead, of this attachment, that are not closed. */
    int openScans();

    /**
     * Describes the scan that is open for the longest time, such as {@code 312 s: compaction of shop.orders}. Empty if it is
     * not known.
     */
    String longestScan();

    /**
     * Refuses new scans, and ends everything that open scans do not need. A further call repeats only what has failed.
     *
     * @return one line for each problem
     */
    List<String> stop() throws Exception;

    /**
     * Returns the names of the threads that still run after {@link #stop}, because a call into Cassandra or the JVM has not
     * returned. They have no effect any more, but keep the attachment in memory.
     */
    List<String> remainingThreads();

    /**
     * Restores the byte code of Cassandra, and ends everything else. Called when no scan is open. A further call repeats only
     * what has failed.
     *
     * @return one line for each problem
     */
    List<String> restore() throws Exception;
}
