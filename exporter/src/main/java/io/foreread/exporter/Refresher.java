package io.foreread.exporter;

import io.foreread.exporter.cassandra.Bridge;
import io.foreread.exporter.catalog.Refresh;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs the background reads of a bridge when they are due. One thread at a time. */
public final class Refresher {
    private static final Duration RANKING_PERIOD = Duration.ofSeconds(60);

    private final Map<Refresh, Long> readNanos = new EnumMap<>(Refresh.class);
    private @Nullable Bridge read;
    private long rankedNanos;

    /** Called every few seconds. */
    public void refresh(Bridge bridge) {
        long now = System.nanoTime();
        if (bridge != read) {
            // A new bridge has no values yet.
            read = bridge;
            rankedNanos = now;
            for (Refresh refresh : Refresh.values()) readNanos.put(refresh, now);
        }
        bridge.refreshNew();
        for (Refresh refresh : Refresh.values()) {
            Duration period = bridge.config().period(refresh);
            if (period == null || now - Objects.requireNonNull(readNanos.get(refresh)) < period.toNanos()) continue;
            readNanos.put(refresh, now);
            bridge.refresh(refresh);
        }
        if (now - rankedNanos >= RANKING_PERIOD.toNanos()) {
            rankedNanos = now;
            bridge.rankTables();
        }
    }
}
