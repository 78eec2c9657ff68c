package io.foreread.exporter.cassandra;

import io.foreread.exporter.catalog.Refresh;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Reads the series that are not read by scrapes. Series are added and removed by any thread; one thread reads them. */
final class BackgroundReads {
    private final Map<Refresh, Set<Series>> series = new EnumMap<>(Refresh.class);
    private final Map<Refresh, Long> readNanos = new ConcurrentHashMap<>();
    private final Queue<Series> unread = new ConcurrentLinkedQueue<>();

    BackgroundReads() {
        for (Refresh refresh : Refresh.values()) {
            series.put(refresh, ConcurrentHashMap.newKeySet());
            // The age grows from here on if the first read never completes.
            readNanos.put(refresh, System.nanoTime());
        }
    }

    void add(Refresh refresh, Series added) {
        Objects.requireNonNull(series.get(refresh)).add(added);
        unread.add(added);
    }

    void remove(Series removed) {
        series.values().forEach(set -> set.remove(removed));
    }

    /** Discards the values of tables that are no longer exported, and reads those of newly exported tables. */
    void selectionChanged() {
        for (Set<Series> all : series.values())
            for (Series one : all) {
                if (!one.isExported()) one.forget();
                else if (!one.readable()) unread.add(one);
            }
    }

    void readNew(LongAdder errors) {
        for (Series one = unread.poll(); one != null; one = unread.poll()) read(one, errors);
    }

    void read(Refresh refresh, LongAdder errors) {
        readNew(errors);
        for (Series one : Objects.requireNonNull(series.get(refresh))) {
            if (Thread.currentThread().isInterrupted()) return;
            read(one, errors);
        }
        readNanos.put(refresh, System.nanoTime());
    }

    private static void read(Series one, LongAdder errors) {
        if (one.isExported() && !one.readInBackground()) errors.increment();
    }

    double ageSeconds(Refresh refresh) {
        return (System.nanoTime() - Objects.requireNonNull(readNanos.get(refresh))) * 1e-9;
    }
}
