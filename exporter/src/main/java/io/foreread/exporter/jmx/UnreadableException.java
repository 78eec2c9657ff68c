package io.foreread.exporter.jmx;

import org.jspecify.annotations.Nullable;

/** A single metric cannot be read; others are not affected. */
final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableException(String message, @Nullable Throwable cause) {
        // A lost connection can cause thousands of these exceptions. Their stack traces are not used.
        super(message, cause, false, false);
    }
}
