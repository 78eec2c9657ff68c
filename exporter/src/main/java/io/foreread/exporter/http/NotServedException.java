package io.foreread.exporter.http;

/** Thrown if metrics cannot be served. The response has the status and the message of this exception. */
public final class NotServedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    /** @param status HTTP status: 404 if the requested node is not configured, 503 if metrics are not available now */
    public NotServedException(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
