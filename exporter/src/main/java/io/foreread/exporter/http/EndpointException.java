package io.foreread.exporter.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown if the endpoint cannot be opened. The message says why and what to change. */
public final class EndpointException extends IOException {
    private static final long serialVersionUID = 1L;

    public EndpointException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
