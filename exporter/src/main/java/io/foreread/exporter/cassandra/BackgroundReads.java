package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.BackgroundRead;
import io.foreread.exporter.source.ReadErrors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/**
 * Keeps the series that are read in the background and not by scrapes, and the times of their reads. A value that was
 * not read for {@value #PERIODS_TO_LIVE} periods is discarded. Thread-safe.
 */
final class BackgroundReads {
    static final int PERIODS_TO_LIVE = 3;

    private static final String ERROR_GROUP = "background";

    private final MetricsConfig config;
    private final ReadErrors errors;
    private final LongSupplier nanoTime;
    private final Map<Refresh, Map<Series, Entry>> entries = new EnumMap<>(Refresh.class);
    private final Map<Refresh, Queue<Entry>> unread = new EnumMap<>(Refresh.class);
    private final long createdMillis = System.currentTimeMillis();
    private volatile Map<Refresh, Map<String, Long>> lastSuccess = Collections.emptyMap();

    private final class Entry implements BackgroundRead {
        final Series series;
        /** The time at which the last successful read began; 0 before the first success. */
        volatile long readMillis;

        volatile long readNanos;

        Entry(Series series) {
            this.series = series;
        }

        @Override
        public void read() {
            if (!series.isExported()) return;
            long begunMillis = System.currentTimeMillis();
            long begunNanos = nanoTime.getAsLong();
            if (series.readInBackground()) {
                readNanos = begunNanos;
                readMillis = begunMillis;
            } else {
                errors.failed(ERROR_GROUP, series.family(), series.origin(), series.takeFailure());
            }
        }

        @Override
        public String toString() {
            return series.family();
        }
    }

    BackgroundReads(MetricsConfig config, ReadErrors errors, LongSupplier nanoTime) {
        this.config = config;
        this.errors = errors;
        this.nanoTime = nanoTime;
        for (Refresh refresh : Refresh.values()) {
            entries.put(refresh, new ConcurrentHashMap<>());
            unread.put(refresh, new ConcurrentLinkedQueue<>());
        }
    }

    void add(Refresh refresh, Series added) {
        Entry entry = new Entry(added);
        of(refresh).put(added, entry);
        unread(refresh).add(entry);
    }

    void remove(Series removed) {
        entries.values().forEach(map -> map.remove(removed));
    }

    /** Discards the values of tables that are no longer exported, and reads those of newly exported tables. */
    void selectionChanged() {
        entries.forEach((refresh, map) -> map.forEach((series, entry) -> {
            if (!series.isExported()) series.forget();
            else if (!series.readable()) unread(refresh).add(entry);
        }));
    }

    /** Returns the reads of series that were added or became exported since the last call. */
    Collection<BackgroundRead> takeUnread(Refresh refresh) {
        List<BackgroundRead> taken = new ArrayList<>();
        for (Entry one = unread(refresh).poll();
                one != null;
                one = unread(refresh).poll()) taken.add(one);
        return taken;
    }

    Collection<? extends BackgroundRead> all(Refresh refresh) {
        return of(refresh).values();
    }

    /** Discards values that are too old, and determines when the oldest value of each family was read. */
    void expire() {
        long now = nanoTime.getAsLong();
        Map<Refresh, Map<String, Long>> oldest = new EnumMap<>(Refresh.class);
        entries.forEach((refresh, map) -> {
            Duration period = config.period(refresh);
            Map<String, long[]> families = new HashMap<>();
            if (period == null || map.isEmpty()) return;
            long lifeNanos = PERIODS_TO_LIVE * period.toNanos();
            for (Entry entry : map.values()) {
                if (!entry.series.isExported() || entry.readMillis == 0) continue;
                if (now - entry.readNanos > lifeNanos) entry.series.forget();
                long[] family = families.computeIfAbsent(entry.series.family(), key -> new long[] {Long.MAX_VALUE});
                family[0] = Math.min(family[0], entry.readMillis);
            }
            Map<String, Long> read = new HashMap<>();
            families.forEach((family, millis) -> read.put(family, millis[0]));
            oldest.put(refresh, read);
        });
        lastSuccess = oldest;
    }

    /**
     * The time at which the oldest value of each family was read, as Unix time in milliseconds, by refresh class and family.
     */
    Map<Refresh, Map<String, Long>> lastSuccess() {
        return lastSuccess;
    }

    /**
     * Seconds since the oldest value of a refresh class was read, or since this object was created if the class has no
     * value yet.
     */
    double ageSeconds(Refresh refresh) {
        long oldest = lastSuccess.getOrDefault(refresh, Collections.emptyMap()).values().stream()
                .min(Long::compare)
                .orElse(createdMillis);
        return Math.max(0, System.currentTimeMillis() - oldest) / 1000.0;
    }

    private Map<Series, Entry> of(Refresh refresh) {
        return Objects.requireNonNull(entries.get(refresh));
    }

    private Queue<Entry> unread(Refresh refresh) {
        return Objects.requireNonNull(unread.get(refresh));
    }
}
