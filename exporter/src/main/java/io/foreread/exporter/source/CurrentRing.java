package io.foreread.exporter.source;

import org.jspecify.annotations.Nullable;

/** Holds the last known {@link RingMembers}. Thread-safe. */
public final class CurrentRing {
    private volatile @Nullable RingMembers ring;

    /** @return the last known ring, which is the same object until the ring changes; null before the first read */
    public @Nullable RingMembers get() {
        return ring;
    }

    /** Replaces the ring if it has changed. Must be called by one thread at a time. */
    public void set(RingMembers read) {
        if (!read.equals(ring)) ring = read;
    }
}
