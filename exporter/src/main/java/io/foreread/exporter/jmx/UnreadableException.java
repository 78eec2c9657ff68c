package io.foreread.exporter.jmx;

import org.jspecify.annotations.Nullable;

/** Thrown if a single metric cannot be read. Other metrics are not affected. */
final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableException(String message, @Nullable Throwable cause) {
        // A lost connection can cause thousands of these exceptions. Their stack traces are not used.
        super(message, cause, false, false);
    }
}
