package io.foreread.agent.resident;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A command of the {@code foreread} command line to this JVM, as the arguments of the agent contain it. Other tools attach an
 * agent with its plain arguments, which are a command to attach. Immutable.
 */
final class AgentCommand {
    /** The last key takes the rest of the text, because the arguments can contain every character. */
    private static final Pattern FORM =
            Pattern.compile("foreread-command=([a-z]+);id=([^;]*)(?:;jar=(.*?))?(?:;arguments=(.*))?", Pattern.DOTALL);

    private static final String PREFIX = "foreread-command=";
    private static final String NO_ID = "-";

    private final String name;
    private final String id;
    private final @Nullable String jar;
    private final @Nullable String arguments;

    private AgentCommand(String name, String id, @Nullable String jar, @Nullable String arguments) {
        this.name = name;
        this.id = id;
        this.jar = jar;
        this.arguments = arguments;
    }

    /** @param text what the JVM passes to {@code agentmain}; null for nothing */
    static AgentCommand parse(@Nullable String text) {
        if (text == null || !text.startsWith(PREFIX)) return new AgentCommand("attach", NO_ID, null, text);
        Matcher form = FORM.matcher(text);
        if (!form.matches()) return new AgentCommand("", NO_ID, null, null);
        return new AgentCommand(form.group(1), form.group(2), form.group(3), form.group(4));
    }

    boolean isAttach() {
        return name.equals("attach");
    }

    boolean isDetach() {
        return name.equals("detach");
    }

    /** Returns the random token by which the sender recognizes the answer. */
    String id() {
        return id;
    }

    /** Returns the jar to attach; null for the jar of the resident classes. */
    @Nullable
    String jar() {
        return jar;
    }

    /** Returns what follows the jar in {@code -javaagent}; null for nothing. */
    @Nullable
    String arguments() {
        return arguments;
    }
}
