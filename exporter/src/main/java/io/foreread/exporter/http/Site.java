package io.foreread.exporter.http;

import io.foreread.exporter.source.MetricSource;
import org.jspecify.annotations.Nullable;

/** The content of a server: metrics, page and readiness. Thread-safe. */
public interface Site {
    /** Adds metrics of the server itself. Called before the first request. */
    void add(MetricSource source);

    /**
     * Returns the metrics of one scrape.
     *
     * @param target the requested node, or null
     * @param complete whether the scrape has no name filter
     * @param limitNanos how long the client waits; {@code Long.MAX_VALUE} if this is unknown
     * @throws NotServedException if the metrics of the node are not available
     */
    Exposition exposition(@Nullable String target, boolean complete, long limitNanos) throws NotServedException;

    /**
     * The standalone exporter's metrics about itself, served at {@code /exporter}; null if {@code /metrics} has all
     * metrics.
     */
    default @Nullable Exposition ownExposition() {
        return null;
    }

    /**
     * The maximum number of requests that wait for a remote node, which {@link #exposition} ensures. The server has an
     * additional thread for each of these requests, so that other requests are not delayed.
     */
    default int maxWaiting() {
        return 0;
    }

    /** The page at {@code /}. */
    String page();

    /** @return the reason why the node or exporter is not ready; null if it is ready */
    @Nullable
    String notReady();
}
