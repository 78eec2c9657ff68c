package io.foreread.exporter.http;

import io.foreread.exporter.source.MetricSource;
import org.jspecify.annotations.Nullable;

/** What a server serves. Thread-safe. */
public interface Site {
    /** Takes what the server tells of its requests, before the first of them. */
    void add(MetricSource requests);

    /**
     * The metrics of one scrape.
     *
     * @param target the node asked for, null if none was named
     * @throws NotServedException if there is nothing to tell of it now
     */
    Exposition exposition(@Nullable String target) throws NotServedException;

    /** Requests that may wait for somebody else at a time, each on a thread: those of others are not to wait for one. */
    default int mostWaiting() {
        return 0;
    }

    /** The page at {@code /}. */
    String page();

    /** @return why it is not ready; null if it is */
    @Nullable
    String notReady();
}
