package io.foreread.agent;

import io.foreread.agent.resident.AgentEntry;
import java.lang.instrument.Instrumentation;

/**
 * The entry point for the JVM. It uses JDK types and resident classes only and throws nothing, because an exception from
 * premain would end the JVM.
 */
public final class ForereadAgent {
    private ForereadAgent() {}

    /** The JVM calls this method for {@code -javaagent:foreread-agent.jar[=arguments]}. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        start(arguments, instrumentation, false);
    }

    /** Called for an attachment to a running node: loaded classes are transformed again. */
    public static void agentmain(String arguments, Instrumentation instrumentation) {
        start(arguments, instrumentation, true);
    }

    private static void start(String arguments, Instrumentation instrumentation, boolean running) {
        try {
            AgentEntry.start(ForereadAgent.class, arguments, instrumentation, running);
        } catch (Throwable t) {
            System.err.println("foreread: could not start, so Cassandra runs without it: " + t);
            t.printStackTrace();
        }
    }
}
