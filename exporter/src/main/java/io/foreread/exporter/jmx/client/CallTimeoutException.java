package io.foreread.exporter.jmx.client;

import java.io.IOException;

/** Thrown if a single call takes too long. The connection can still be used. */
final class CallTimeoutException extends IOException {
    private static final long serialVersionUID = 1L;

    CallTimeoutException(int millis, Throwable cause) {
        super("no answer within " + millis / 1000.0 + " s (jmx.timeout)", cause);
    }
}
