package io.foreread.exporter.http;

import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts answered and dropped requests, and scrapes. Thread-safe. */
final class RequestCounts implements MetricSource {
    /** Why a connection was closed in the middle of a request. */
    enum Drop {
        /** All threads are busy and the queue is full. */
        BUSY,
        /** The client took too long to send its request or to read the response. */
        SLOW,
        /** An internal error, after which no complete response was sent. */
        FAILED;

        final String word = name().toLowerCase(Locale.ROOT);
    }

    /** How the response to a scrape was rendered. */
    enum ScrapeResult {
        /** This scrape ran the rendering. Other scrapes can share the result. */
        RENDERED,
        /** A concurrent scrape ran the rendering. */
        SHARED,
        /** Not rendered, because there are too many scrapes at a time or the exposition is too large. */
        REJECTED,
        /** Not rendered, because of an internal error. */
        FAILED;

        final String word = name().toLowerCase(Locale.ROOT);
    }

    private final Map<ScrapeResult, LongAdder> scraped = new ConcurrentHashMap<>();
    private final Map<Integer, LongAdder> answered = new ConcurrentHashMap<>();
    private final Map<Drop, LongAdder> dropped = new ConcurrentHashMap<>();

    RequestCounts() {
        for (Drop reason : Drop.values()) dropped.put(reason, new LongAdder());
        for (ScrapeResult result : ScrapeResult.values()) scraped.put(result, new LongAdder());
    }

    void scraped(ScrapeResult result) {
        Objects.requireNonNull(scraped.get(result)).increment();
    }

    void answered(int code) {
        answered.computeIfAbsent(code, key -> new LongAdder()).increment();
    }

    void dropped(Drop reason) {
        Objects.requireNonNull(dropped.get(reason)).increment();
    }

    @Override
    public String name() {
        return "http";
    }

    @Override
    public void collect(MetricSink sink) {
        answered.forEach((code, count) -> sink.sample(OwnMetrics.HTTP_REQUESTS, count.sum(), Integer.toString(code)));
        dropped.forEach((reason, count) -> sink.sample(OwnMetrics.HTTP_DROPPED, count.sum(), reason.word));
        scraped.forEach((result, count) -> sink.sample(OwnMetrics.HTTP_SCRAPES, count.sum(), result.word));
    }
}
