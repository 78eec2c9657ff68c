package io.foreread.exporter.jmx;

import java.io.IOException;

/**
 * Thrown if the values of a scrape cannot be read in time. The connection can still be used. The message says what to
 * change.
 */
public final class FetchTimeoutException extends IOException {
    private static final long serialVersionUID = 1L;

    FetchTimeoutException(int beans, int millis) {
        super(beans + " MBeans could not be read in " + millis / 1000.0
                + " s: increase jmx.callers or jmx.fetch-timeout, or export fewer metrics");
    }
}
