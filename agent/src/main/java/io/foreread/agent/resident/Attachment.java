package io.foreread.agent.resident;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/** A copy of Foreread in a class loader of its own. */
public interface Attachment {
    /**
     * Checks the settings, weaves the hooks and starts everything else.
     *
     * @param arguments what follows the jar in {@code -javaagent}; null for nothing
     * @param running whether the node runs already, so that no hook can report its start
     * @throws Exception with a message for the operator if it does not start
     */
    void start(@Nullable String arguments, Instrumentation instrumentation, boolean running) throws Exception;
}
