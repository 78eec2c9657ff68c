package io.foreread.exporter.jmx;

import java.io.IOException;
import java.util.Locale;

/**
 * Thrown if the values of a scrape cannot be read in time. The connection can still be used. The message says what to
 * change.
 */
public final class FetchTimeoutException extends IOException {
    private static final long serialVersionUID = 1L;

    FetchTimeoutException(int beans, long limitNanos) {
        super(String.format(
                Locale.ROOT,
                "%d MBeans could not be read in %.1f s, the lower of jmx.fetch-timeout and 90 %% of the timeout of the scrape:"
                        + " increase jmx.callers or these timeouts, or export fewer metrics",
                beans,
                limitNanos / 1e9));
    }
}
