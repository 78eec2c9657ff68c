package io.foreread.agent;

import java.lang.instrument.Instrumentation;

/**
 * Where the JVM enters. Nothing but JDK types and one call, and nothing is thrown: a premain that throws ends the JVM,
 * and the database matters more than we do.
 */
public final class ForereadAgent {
    private ForereadAgent() {}

    /** {@code -javaagent:foreread-agent.jar[=arguments]}. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        start(arguments, instrumentation, false);
    }

    /** Attached to a running node: classes that are loaded already are rewoven. */
    public static void agentmain(String arguments, Instrumentation instrumentation) {
        start(arguments, instrumentation, true);
    }

    private static void start(String arguments, Instrumentation instrumentation, boolean attached) {
        try {
            io.foreread.agent.startup.Startup.start(arguments, instrumentation, attached);
        } catch (Throwable t) {
            System.err.println("foreread: could not start, Cassandra goes on without it: " + t);
            t.printStackTrace();
        }
    }
}
