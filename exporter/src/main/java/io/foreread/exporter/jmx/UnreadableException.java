package io.foreread.exporter.jmx;

import org.jspecify.annotations.Nullable;

/** One metric cannot be read; the others can. */
final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableException(String message, @Nullable Throwable cause) {
        // Thousands of them may come of one lost connection, and nobody looks at the stack.
        super(message, cause, false, false);
    }
}
