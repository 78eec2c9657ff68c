package io.foreread.agent.resident;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.security.CodeSource;
import org.jspecify.annotations.Nullable;

/** Decides whether this JVM gets an attachment, and starts it. */
public final class AgentEntry {
    private static final String ATTACHMENT = "io.foreread.agent.startup.NodeAttachment";

    private AgentEntry() {}

    /**
     * @param agent the class that the JVM has called
     * @param arguments what follows the jar on the command line; null for nothing
     * @param running whether the agent is attached to a running node
     */
    public static void start(
            Class<?> agent, @Nullable String arguments, Instrumentation instrumentation, boolean running)
            throws Exception {
        if (refused(new DaemonCheck(System.getProperty("sun.java.command")))
                || refused(new SecondAgentCheck(System.getProperties()))) return;
        AttachmentLoader loader = new AttachmentLoader(jarOf(agent), ClassLoader.getSystemClassLoader());
        ((Attachment) loader.loadClass(ATTACHMENT).getConstructor().newInstance())
                .start(arguments, instrumentation, running);
    }

    private static File jarOf(Class<?> agent) throws IOException, URISyntaxException {
        CodeSource source = agent.getProtectionDomain().getCodeSource();
        if (source == null) throw new IOException("the jar of the agent is unknown");
        return new File(source.getLocation().toURI());
    }

    private static boolean refused(StartupCheck check) {
        String refusal = check.refusal();
        if (refusal == null) return false;
        if (!refusal.isEmpty()) System.err.println("foreread: " + refusal);
        return true;
    }
}
