package io.foreread.exporter.http;

import java.io.IOException;

/** The endpoint cannot be opened; the message says where and what to change. */
public final class EndpointException extends IOException {
    private static final long serialVersionUID = 1L;

    public EndpointException(String message, Throwable cause) {
        super(message, cause);
    }
}
