package io.foreread.exporter.jmx.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a node does not answer over JMX. The message says why and what to change. It can contain a user name and
 * the text of an exception, so it is for the log only; {@link #summary} can be shown to anyone.
 */
public final class NodeUnreachableException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String summary;

    public NodeUnreachableException(String message, String summary, @Nullable Throwable cause) {
        super(message, cause);
        this.summary = summary;
    }

    /** The kind of the failure in a few words, without details. */
    public String summary() {
        return summary;
    }
}
