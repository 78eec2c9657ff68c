package io.foreread.agent.command.node;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the agent in a node has answered a request. Immutable. */
public final class AgentAnswer {
    /** The second word of the answer. */
    public enum Kind {
        OK,
        /** The request does not fit the state or the release of the node. Nothing was changed. */
        REFUSED,
        /** The request was begun and has failed. */
        FAILED
    }

    static final String PROPERTY = "io.foreread.answer";

    private final Kind kind;
    private final String message;

    private AgentAnswer(Kind kind, String message) {
        this.kind = kind;
        this.message = message;
    }

    /**
     * @param property a line {@code ID KIND MESSAGE} for each of the last requests of any process; null if it is not set
     * @return null if there is no answer to the request
     */
    static @Nullable AgentAnswer of(@Nullable String property, String request) {
        if (property == null) return null;
        for (String line : property.split("\n", -1)) {
            String[] words = line.split(" ", 3);
            if (words.length < 2 || !words[0].equals(request)) continue;
            for (Kind kind : Kind.values())
                if (kind.name().toLowerCase(Locale.ROOT).equals(words[1]))
                    return new AgentAnswer(kind, words.length < 3 ? "" : words[2]);
        }
        return null;
    }

    public Kind kind() {
        return kind;
    }

    public String message() {
        return message;
    }
}
