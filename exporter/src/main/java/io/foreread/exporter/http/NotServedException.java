package io.foreread.exporter.http;

/** Metrics cannot be served. The response is the status with the message. */
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
