package io.foreread.exporter.jmx;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A node does not answer over JMX; the message says why and what to change. */
public final class NodeUnreachableException extends IOException {
    private static final long serialVersionUID = 1L;

    public NodeUnreachableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
