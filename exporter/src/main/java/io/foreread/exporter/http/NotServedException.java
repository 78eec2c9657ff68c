package io.foreread.exporter.http;

/** A request for metrics is answered with a status and one line that says why. */
public final class NotServedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    /** @param status of HTTP: 404 for a node that is not configured, 503 for one that cannot be reached */
    public NotServedException(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
