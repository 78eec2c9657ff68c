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
    private volatile Map<Refresh, Map<String, Long>> lastSuccess = Collections.emptyMap();
    /** Without an entry for a class that has no exported series. */
    private volatile Map<Refresh, Long> oldestReturnedNanos;

    private final class Entry implements BackgroundRead {
        final Series series;
        /** The time at which the last successful read began; 0 before the first success. */
        volatile long readMillis;

        volatile long readNanos;
        /**
         * The time at which the last read that has returned began, whether it succeeded or failed; before the first one, the
         * time at which the series was added.
         */
        volatile long returnedNanos = nanoTime.getAsLong();

        Entry(Series series) {
            this.series = series;
        }

        @Override
        public void read() {
            long begunNanos = nanoTime.getAsLong();
            if (series.isExported()) readValue(begunNanos);
            returnedNanos = begunNanos;
        }

        private void readValue(long begunNanos) {
            long begunMillis = System.currentTimeMillis();
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
        Map<Refresh, Long> created = new EnumMap<>(Refresh.class);
        for (Refresh refresh : Refresh.values()) {
            entries.put(refresh, new ConcurrentHashMap<>());
            unread.put(refresh, new ConcurrentLinkedQueue<>());
            created.put(refresh, nanoTime.getAsLong());
        }
        oldestReturnedNanos = created;
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

    /**
     * Discards values that are too old, and determines when the oldest value of each family was read and for how long a
     * series has not been read.
     */
    void expire() {
        long now = nanoTime.getAsLong();
        Map<Refresh, Map<String, Long>> oldest = new EnumMap<>(Refresh.class);
        Map<Refresh, Long> oldestReturned = new EnumMap<>(Refresh.class);
        entries.forEach((refresh, map) -> {
            Duration period = config.period(refresh);
            Map<String, long[]> families = new HashMap<>();
            if (period == null || map.isEmpty()) return;
            long lifeNanos = PERIODS_TO_LIVE * period.toNanos();
            for (Entry entry : map.values()) {
                if (!entry.series.isExported()) continue;
                oldestReturned.merge(refresh, entry.returnedNanos, (a, b) -> a - b < 0 ? a : b);
                if (entry.readMillis == 0) continue;
                if (now - entry.readNanos > lifeNanos) entry.series.forget();
                long[] family = families.computeIfAbsent(entry.series.family(), key -> new long[] {Long.MAX_VALUE});
                family[0] = Math.min(family[0], entry.readMillis);
            }
            Map<String, Long> read = new HashMap<>();
            families.forEach((family, millis) -> read.put(family, millis[0]));
            oldest.put(refresh, read);
        });
        lastSuccess = oldest;
        oldestReturnedNanos = oldestReturned;
    }

    /**
     * The time at which the oldest value of each family was read, as Unix time in milliseconds, by refresh class and family.
     */
    Map<Refresh, Map<String, Long>> lastSuccess() {
        return lastSuccess;
    }

    /**
     * The longest time since a series of a refresh class was read, successfully or not; 0 if the class has no exported
     * series. Before the first call of {@link #expire}, the time since this object was created.
     */
    double ageSeconds(Refresh refresh) {
        Long oldest = oldestReturnedNanos.get(refresh);
        return oldest == null ? 0 : (nanoTime.getAsLong() - oldest) / 1e9;
    }

    private Map<Series, Entry> of(Refresh refresh) {
        return Objects.requireNonNull(entries.get(refresh));
    }

    private Queue<Entry> unread(Refresh refresh) {
        return Objects.requireNonNull(unread.get(refresh));
    }
}
