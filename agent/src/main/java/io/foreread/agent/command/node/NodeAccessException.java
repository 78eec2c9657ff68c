package io.foreread.agent.command.node;

import org.jspecify.annotations.Nullable;

/** Thrown if a node or one of its files cannot be read. The message says why and what the user of the command can do. */
public final class NodeAccessException extends Exception {
    private static final long serialVersionUID = 1;

    public NodeAccessException(String message) {
        this(message, null);
    }

    public NodeAccessException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
