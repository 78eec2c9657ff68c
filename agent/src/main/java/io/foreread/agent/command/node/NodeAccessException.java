package io.foreread.agent.command.node;

import org.jspecify.annotations.Nullable;

/** A node, or a file of it, cannot be read. The message says why and what to do, for an operator. */
public final class NodeAccessException extends Exception {
    private static final long serialVersionUID = 1;

    public NodeAccessException(String message) {
        this(message, null);
    }

    public NodeAccessException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
