package io.foreread.agent.resident;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.security.CodeSource;
import org.jspecify.annotations.Nullable;

/** Carries out what the JVM passes to the agent: the start with the node, or a command of another process. */
public final class AgentEntry {
    /** The system property with the state of the agent, which the command line reads. It is absent before the first start. */
    public static final String STATE = "io.foreread.state";
    /**
     * The system property with the answers to the last commands, one per line, the newest first: {@code ID ok|refused|failed
     * MESSAGE}. The identifier is that of the command, because several processes can send commands.
     */
    public static final String ANSWER = "io.foreread.answer";

    private static final String RESIDENT = "io/foreread/agent/resident/";
    /** A process reads the answer to its command at once. */
    private static final int MAX_ANSWERS = 8;

    private static final long POLL_MILLIS = 100;

    private static final Attachments ATTACHMENTS =
            new Attachments(AttachedCopy::load, state -> System.setProperty(STATE, state), POLL_MILLIS);

    /**
     * The JVM creates an object for each command, with an environment that it never frees. All attachments use the first one,
     * so that only one environment of the JVM transforms classes.
     */
    private static @Nullable Instrumentation first;

    /** Guarded by the class. */
    private static boolean isLoaded;

    private AgentEntry() {}

    /**
     * Starts the agent with the node. In a JVM that is not a node it does nothing.
     *
     * @param agent the class that the JVM has called
     * @param arguments what follows the jar on the command line; null for nothing
     */
    public static void premain(Class<?> agent, @Nullable String arguments, Instrumentation instrumentation)
            throws IOException, URISyntaxException {
        if (!DaemonCheck.isNode(System.getProperty("sun.java.command"))) return;
        if (System.getProperty(STATE) != null) {
            say("the agent was loaded before in this JVM; this second copy does nothing");
            return;
        }
        loadResidentClasses(agent);
        Answer answer = ATTACHMENTS.attach(jarOf(agent), arguments, first(instrumentation), false);
        if (answer.isRefused()) say(answer.message());
        else if (!answer.isOk()) say("could not start, so Cassandra runs without it: " + answer.message());
    }

    /** @param text a command, or the arguments of the agent; null for nothing */
    public static void agentmain(Class<?> agent, @Nullable String text, Instrumentation instrumentation) {
        AgentCommand command = AgentCommand.parse(text);
        Answer answer;
        try {
            answer = run(agent, command, instrumentation);
        } catch (Throwable e) {
            e.printStackTrace();
            answer = Answer.failed(String.valueOf(e));
        }
        publish(command.id() + ' ' + answer);
    }

    private static synchronized void publish(String answer) {
        StringBuilder answers = new StringBuilder(answer);
        String former = System.getProperty(ANSWER);
        if (former != null) {
            String[] lines = former.split("\n", MAX_ANSWERS);
            for (int i = 0; i < lines.length && i < MAX_ANSWERS - 1; i++)
                answers.append('\n').append(lines[i]);
        }
        System.setProperty(ANSWER, answers.toString());
    }

    private static Answer run(Class<?> agent, AgentCommand command, Instrumentation instrumentation)
            throws IOException, URISyntaxException {
        if (!DaemonCheck.isNode(System.getProperty("sun.java.command")))
            return Answer.refused("this JVM is not a Cassandra node");
        loadResidentClasses(agent);
        if (command.isDetach()) return ATTACHMENTS.detach();
        if (!command.isAttach()) return Answer.refused("the agent in this JVM does not know this command");
        String named = command.jar();
        File jar = named == null ? jarOf(agent) : new File(named);
        return ATTACHMENTS.attach(jar, command.arguments(), first(instrumentation), true);
    }

    /** A later command must not fail because the jar was overwritten since the agent was loaded. */
    private static synchronized void loadResidentClasses(Class<?> agent) {
        if (isLoaded) return;
        isLoaded = true;
        try {
            File jar = jarOf(agent);
            if (jar.isFile()) JarClasses.load(jar, agent.getClassLoader(), path -> path.startsWith(RESIDENT));
        } catch (IOException | URISyntaxException | RuntimeException e) {
            say("do not overwrite the jar of the agent while the node runs: it could not be read: " + e);
        }
    }

    private static synchronized Instrumentation first(Instrumentation given) {
        if (first == null) first = given;
        return first;
    }

    private static File jarOf(Class<?> agent) throws IOException, URISyntaxException {
        CodeSource source = agent.getProtectionDomain().getCodeSource();
        if (source == null) throw new IOException("the jar of the agent is unknown");
        return new File(source.getLocation().toURI());
    }

    /** Prints to stderr, as Cassandra does for warnings before its logging is set up. */
    private static void say(String message) {
        System.err.println("foreread: " + message);
    }
}
