package io.foreread.agent.command.node;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The state of the agent in a JVM, according to the system property that the agent sets. Immutable. */
public final class AgentState {
    /** What the first word of the property means. */
    public enum Kind {
        /** There is no property: no agent was ever loaded. */
        ABSENT,
        ATTACHING,
        ATTACHED,
        DETACHING,
        DETACHED,
        /** A detach has failed in part, and can be repeated. */
        INCOMPLETE,
        /** A word that this version of the command does not know. */
        UNKNOWN
    }

    static final String PROPERTY = "io.foreread.state";

    private final Kind kind;
    private final String version;
    private final String detail;
    private final String text;

    private AgentState(Kind kind, String version, String detail, String text) {
        this.kind = kind;
        this.version = version;
        this.detail = detail;
        this.text = text;
    }

    /** @param property {@code WORD VERSION; DETAIL}, where version and detail can be missing; null if it is not set */
    static AgentState of(@Nullable String property) {
        if (property == null) return new AgentState(Kind.ABSENT, "", "", "not loaded");
        int semicolon = property.indexOf(';');
        String[] words = (semicolon < 0 ? property : property.substring(0, semicolon))
                .trim()
                .split(" ", 2);
        return new AgentState(
                kind(words[0]),
                words.length < 2 ? "" : words[1],
                semicolon < 0 ? "" : property.substring(semicolon + 1).trim(),
                property);
    }

    private static Kind kind(String word) {
        for (Kind kind : Kind.values())
            if (kind != Kind.ABSENT && kind.name().toLowerCase(Locale.ROOT).equals(word)) return kind;
        return Kind.UNKNOWN;
    }

    public Kind kind() {
        return kind;
    }

    public boolean is(Kind other) {
        return kind == other;
    }

    /** The version of the agent; empty if no agent is attached. */
    public String version() {
        return version;
    }

    /** The open scans, what has failed, or what keeps a detached agent in memory; empty if there is nothing to say. */
    public String detail() {
        return detail;
    }

    /** The name of the agent for a message, such as {@code Foreread 0.1.0}. */
    public String agent() {
        return version.isEmpty() ? "Foreread" : "Foreread " + version;
    }

    /** The state as the agent has set it. */
    @Override
    public String toString() {
        return text;
    }
}
