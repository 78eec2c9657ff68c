package io.foreread.exporter;

import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.cassandra.Bridge;
import io.foreread.exporter.cassandra.PeerCounts;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.own.DroppedTables;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.source.CurrentRing;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows Cassandra's registry with the current configuration, once the node has started. Thread-safe. */
final class FollowedRegistry implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(FollowedRegistry.class);

    private static final long MAX_WAIT_SECONDS = 5;

    private final Refresher refresher;
    private final CurrentRing ring;
    private final Consumer<Bridge> exported;
    /** Null until the node has started, or if its registry is not supported. Guarded by this. */
    private @Nullable MetricRegistry registry;
    /** Guarded by this. */
    private @Nullable InProcessSource source;

    /** Guarded by this. */
    private boolean closed;

    private volatile @Nullable Bridge bridge;

    /**
     * @param refresher reads metrics that scrapes do not read
     * @param ring the nodes of the cluster
     * @param exported called with each bridge before its first scrape
     */
    FollowedRegistry(Refresher refresher, CurrentRing ring, Consumer<Bridge> exported) {
        this.refresher = refresher;
        this.ring = ring;
        this.exported = exported;
    }

    synchronized void nodeStarted(MetricsConfig metrics) {
        if (closed) return;
        try {
            MetricRegistry found = InProcessSource.registryOfThisNode();
            registry = found;
            follow(found, new Bridge(metrics, ring));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            logger.warn("Foreread exports only its own metrics: Cassandra's registry is not supported", e);
        }
    }

    synchronized void reconfigure(MetricsConfig metrics) {
        if (registry == null || closed) return;
        PeerCounts counts = bridge == null ? PeerCounts.NONE : bridge.peerCounts();
        follow(registry, new Bridge(metrics, ring, counts, System::nanoTime));
    }

    /** Creates a source for a new bridge, to which the registry adds all metrics again. */
    private void follow(MetricRegistry registry, Bridge next) {
        InProcessSource following = InProcessSource.follow(registry, new DroppedTables(Recorders.COMPACTIONS, next));
        if (source != null) {
            source.close();
            // The first bridge is used without this wait, because it is created while Cassandra starts.
            awaitFirstReads(next);
        }
        source = following;
        bridge = next;
        exported.accept(next);
    }

    /**
     * Waits for the first background reads of a bridge before the bridge is used, at most {@value #MAX_WAIT_SECONDS}
     * seconds. Metrics whose read takes longer are missing until they have been read.
     */
    private void awaitFirstReads(Bridge next) {
        try {
            if (!refresher.readNew(next).await(MAX_WAIT_SECONDS, TimeUnit.SECONDS))
                logger.debug("background metrics are missing until they have been read");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void refresh() {
        Bridge current = bridge;
        if (current != null) refresher.refresh(current);
    }

    /** Whether the metrics of a table are exported. */
    boolean exportsTable(MetricsConfig metrics, String keyspace, String table) {
        Bridge current = bridge;
        return current == null ? metrics.exportsTable(keyspace, table) : current.exportsTable(keyspace, table);
    }

    /** Removes the listener from Cassandra's registry. Tasks that are still running add no other. */
    @Override
    public synchronized void close() {
        closed = true;
        if (source != null) source.close();
    }
}
