package io.foreread.exporter.http;

/** Thrown if metrics cannot be served. The response has this status and message. */
public final class NotServedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    /** @param status HTTP status: 404 for a node that is not configured, 503 for one that is not reachable */
    public NotServedException(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
