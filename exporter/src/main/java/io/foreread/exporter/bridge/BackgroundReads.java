package io.foreread.exporter.bridge;

import io.foreread.exporter.catalog.Refresh;
import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** The series that no scrape reads. Series come and go on any thread; one thread reads. */
final class BackgroundReads {
    private final Map<Refresh, Set<Series>> series = new EnumMap<>(Refresh.class);
    private final Map<Refresh, Long> readNanos = new ConcurrentHashMap<>();
    private final Queue<Series> unread = new ConcurrentLinkedQueue<>();

    BackgroundReads() {
        for (Refresh refresh : Refresh.values()) series.put(refresh, ConcurrentHashMap.newKeySet());
    }

    void add(Refresh refresh, Series added) {
        series.get(refresh).add(added);
        unread.add(added);
    }

    void remove(Series removed) {
        series.values().forEach(set -> set.remove(removed));
    }

    void readNew(LongAdder errors) {
        for (Series one = unread.poll(); one != null; one = unread.poll()) read(one, errors);
    }

    void read(Refresh refresh, LongAdder errors) {
        readNew(errors);
        for (Series one : series.get(refresh)) {
            if (Thread.currentThread().isInterrupted()) return;
            read(one, errors);
        }
        readNanos.put(refresh, System.nanoTime());
    }

    private static void read(Series one, LongAdder errors) {
        if (one.told() && !one.readInBackground()) errors.increment();
    }

    /** Negative if never. */
    double ageSeconds(Refresh refresh) {
        Long nanos = readNanos.get(refresh);
        return nanos == null ? -1 : (System.nanoTime() - nanos) * 1e-9;
    }
}
