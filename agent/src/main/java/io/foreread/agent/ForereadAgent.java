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
        try {
            AgentEntry.premain(ForereadAgent.class, arguments, instrumentation);
        } catch (Throwable t) {
            System.err.println("foreread: could not start, so Cassandra runs without it: " + t);
            t.printStackTrace();
        }
    }

    /** The JVM calls this method for a command to the running JVM: attach or detach. */
    public static void agentmain(String command, Instrumentation instrumentation) {
        try {
            AgentEntry.agentmain(ForereadAgent.class, command, instrumentation);
        } catch (Throwable t) {
            System.err.println("foreread: could not answer a command: " + t);
            t.printStackTrace();
        }
    }
}
