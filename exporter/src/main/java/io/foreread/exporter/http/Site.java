package io.foreread.exporter.http;

import io.foreread.exporter.source.MetricSource;
import org.jspecify.annotations.Nullable;

/** Supplies the content that a server serves. Thread-safe. */
public interface Site {
    /** Adds the metrics of the server's own requests. Called before the first request. */
    void add(MetricSource requests);

    /**
     * Returns the metrics of one scrape.
     *
     * @param target the node that the request names; null if it names none
     * @throws NotServedException if the node has no metrics now
     */
    Exposition exposition(@Nullable String target) throws NotServedException;

    /** Maximum number of concurrent requests that wait for another system. Each of them gets an additional thread. */
    default int mostWaiting() {
        return 0;
    }

    /** The page at {@code /}. */
    String page();

    /** @return why it is not ready; null if it is */
    @Nullable
    String notReady();
}
