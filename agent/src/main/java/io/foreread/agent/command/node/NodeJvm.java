package io.foreread.agent.command.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.UUID;

/** The JVM of a node, into which the agent is loaded and from which it is removed. Not thread-safe. */
public final class NodeJvm {
    private static final String ALTERNATIVE =
            "instead, add -javaagent to the JVM options of the node, or delete it there, and restart the node";
    private static final long READ_LIMIT_SECONDS = 20;
    /** The agent needs up to three seconds. More time is only needed if the machine or the JVM hardly runs. */
    private static final long REQUEST_LIMIT_SECONDS = 60;
    /** The protocol of HotSpot limits an argument to this length, and ends the connection if it is longer. */
    private static final int MAX_ARGUMENT_BYTES = 1024;

    private final NodeProcess process;

    public NodeJvm(NodeProcess process) {
        this.process = process;
    }

    public NodeProcess process() {
        return process;
    }

    /** @throws NodeAccessException if the JVM cannot be attached to; the message says why */
    public AgentState state() throws NodeAccessException {
        return AgentState.of(systemProperties().getProperty(AgentState.PROPERTY));
    }

    /** @throws NodeAccessException if the JVM cannot be attached to; the message says why */
    public Properties systemProperties() throws NodeAccessException {
        return AttachApi.attached(process, ALTERNATIVE, READ_LIMIT_SECONDS, AttachedJvm::systemProperties);
    }

    /**
     * Attaches the agent.
     *
     * @param jar the jar of the agent, without symbolic links: a JVM does not load a jar again if its path is the same
     * @param arguments what follows the jar in {@code -javaagent}
     * @throws NodeAccessException if the node has not answered; the message says why
     */
    public AgentAnswer attachAgent(Path jar, String arguments) throws NodeAccessException {
        return request(jar, "attach", ";jar=" + jar + ";arguments=" + arguments);
    }

    /**
     * Begins to detach the agent. {@link #state} says when this has ended.
     *
     * @param jar a jar of the agent, of any version
     * @throws NodeAccessException if the node has not answered; the message says why
     */
    public AgentAnswer detachAgent(Path jar) throws NodeAccessException {
        return request(jar, "detach", "");
    }

    private AgentAnswer request(Path jar, String command, String rest) throws NodeAccessException {
        requireVisible(jar);
        String id = UUID.randomUUID().toString();
        String arguments = "foreread-command=" + command + ";id=" + id + rest;
        requireTransmissible(jar, arguments);
        if (process.has("-XX:-EnableDynamicAgentLoading")) throw noAgents();
        String answer = AttachApi.attached(process, ALTERNATIVE, REQUEST_LIMIT_SECONDS, jvm -> {
            try {
                jvm.loadAgent(jar, arguments);
            } catch (Exception e) {
                if (String.valueOf(e.getMessage()).contains("Dynamic agent loading is not enabled")) throw noAgents();
                throw new NodeAccessException(
                        process + " could not load " + jar + ": " + e.getMessage()
                                + ". Standard error of the node can have the reason",
                        e);
            }
            return String.valueOf(jvm.systemProperties().getProperty(AgentAnswer.PROPERTY));
        });
        AgentAnswer parsed = AgentAnswer.of(answer, id);
        if (parsed == null)
            throw new NodeAccessException(process + " has loaded " + jar
                    + ", but has not answered. Standard error of the node can have the reason");
        return parsed;
    }

    private NodeAccessException noAgents() {
        return new NodeAccessException(
                process + " does not allow to load agents (-XX:-EnableDynamicAgentLoading); " + ALTERNATIVE);
    }

    /** A JVM in a container opens the jar in its own file system, which can have another file at this path. */
    private void requireVisible(Path jar) throws NodeAccessException {
        Path seen = process.path(jar.toString());
        try {
            if (seen.equals(jar) || Arrays.equals(Files.readAllBytes(seen), Files.readAllBytes(jar))) return;
        } catch (IOException e) {
            // The file is missing there, or another user owns it.
        }
        throw new NodeAccessException(process + " runs in a container that does not have the file " + jar
                + ". Copy the jar into the container and run the command there: docker cp " + jar
                + " CONTAINER:/tmp/foreread-agent.jar, then docker exec CONTAINER java -jar /tmp/foreread-agent.jar ..."
                + " (docs/operations.md has more recipes)");
    }

    private static void requireTransmissible(Path jar, String arguments) throws NodeAccessException {
        if (jar.toString().matches(".*[=;].*"))
            throw new NodeAccessException(
                    jar + " cannot be named to a JVM, because its path contains '=' or ';'; copy it elsewhere");
        int bytes = (jar + "=" + arguments).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_ARGUMENT_BYTES)
            throw new NodeAccessException("the paths of the jar and of the settings are too long: together with the"
                    + " rest of the request they have " + bytes + " bytes, and a JVM reads " + MAX_ARGUMENT_BYTES);
    }
}
