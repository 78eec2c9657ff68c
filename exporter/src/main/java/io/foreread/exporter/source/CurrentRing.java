package io.foreread.exporter.source;

import org.jspecify.annotations.Nullable;

/** Holds the last known {@link Ring}. Thread-safe. */
public final class CurrentRing {
    private volatile @Nullable Ring ring;

    /** @return the same object until the ring changes; null before the first read */
    public @Nullable Ring get() {
        return ring;
    }

    /** Called by one thread at a time. */
    public void set(Ring read) {
        if (!read.equals(ring)) ring = read;
    }
}
