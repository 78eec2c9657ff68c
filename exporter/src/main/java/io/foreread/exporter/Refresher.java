package io.foreread.exporter;

import io.foreread.exporter.cassandra.Bridge;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.mbean.NodeFactsSource;
import io.foreread.exporter.source.BackgroundRead;
import io.foreread.exporter.thread.DaemonThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs the background reads of a node when they are due. Each refresh class and the ranking of tables have their own
 * {@link ReadLane}, so that a read that takes minutes does not delay the others. The methods do not block. Thread-safe.
 */
public final class Refresher implements AutoCloseable {
    private static final Duration RANKING_PERIOD = Duration.ofSeconds(60);
    private static final long IDLE_SECONDS = 30;

    private final LongSupplier nanoTime;
    private final Map<Refresh, ReadLane> lanes = new EnumMap<>(Refresh.class);
    private final ReadLane ranking;
    private final @Nullable ExecutorService threads;
    /** Guarded by this, as are the following fields. */
    private final Map<Refresh, Long> readNanos = new EnumMap<>(Refresh.class);

    private @Nullable Bridge current;
    /** A bridge whose first reads were started before it is used. */
    private @Nullable Bridge upcoming;

    private long rankedNanos;

    /** @param name the name of the threads */
    public Refresher(String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                DaemonThreads.named(name));
        threads = pool;
        nanoTime = System::nanoTime;
        for (Refresh refresh : Refresh.values()) lanes.put(refresh, new ReadLane(pool, nanoTime));
        ranking = new ReadLane(pool, nanoTime);
    }

    Refresher(Executor executor, LongSupplier nanoTime) {
        threads = null;
        this.nanoTime = nanoTime;
        for (Refresh refresh : Refresh.values()) lanes.put(refresh, new ReadLane(executor, nanoTime));
        ranking = new ReadLane(executor, nanoTime);
    }

    /** Starts the due reads of a bridge. Called every few seconds. */
    public void refresh(Bridge bridge) {
        refresh(bridge, read -> read);
    }

    /** @param context wraps each read. Wrappers of the same read must be equal. */
    public synchronized void refresh(Bridge bridge, UnaryOperator<BackgroundRead> context) {
        long now = nanoTime.getAsLong();
        if (bridge != current) {
            // A new bridge has no values yet.
            current = bridge;
            rankedNanos = now;
            ranking.clear();
            for (Refresh refresh : Refresh.values()) {
                readNanos.put(refresh, now);
                if (bridge != upcoming) lane(refresh).clear();
            }
            upcoming = null;
        }
        bridge.expire();
        ranking.tick();
        for (Refresh refresh : Refresh.values()) {
            ReadLane lane = lane(refresh);
            lane.tick();
            lane.add(wrap(context, bridge.unread(refresh)));
            Duration period = bridge.config().period(refresh);
            if (period == null || now - Objects.requireNonNull(readNanos.get(refresh)) < period.toNanos()) continue;
            readNanos.put(refresh, now);
            lane.add(wrap(context, bridge.reads(refresh)));
        }
        if (now - rankedNanos >= RANKING_PERIOD.toNanos()) {
            rankedNanos = now;
            ranking.add(wrap(context, bridge.rankings()));
        }
    }

    /** Starts the due reads of a node's MBeans in one refresh class. */
    public void refresh(NodeFactsSource facts, Refresh refresh) {
        lane(refresh).tick();
        lane(refresh).add(facts.reads(refresh));
    }

    /**
     * Starts the first reads of a bridge that is not used yet, in place of the reads that have not begun.
     *
     * @return a latch that reaches zero when these reads have returned or stalled; never if they are discarded
     */
    synchronized CountDownLatch readNew(Bridge bridge) {
        upcoming = bridge;
        CountDownLatch done = new CountDownLatch(lanes.size());
        lanes.forEach((refresh, lane) -> {
            List<BackgroundRead> reads = new ArrayList<>(bridge.unread(refresh));
            // The reads of a lane are made one after another.
            reads.add(done::countDown);
            lane.clear();
            lane.add(reads);
        });
        return done;
    }

    private static List<BackgroundRead> wrap(
            UnaryOperator<BackgroundRead> context, Collection<? extends BackgroundRead> reads) {
        List<BackgroundRead> wrapped = new ArrayList<>(reads.size());
        for (BackgroundRead read : reads) wrapped.add(context.apply(read));
        return wrapped;
    }

    private ReadLane lane(Refresh refresh) {
        return Objects.requireNonNull(lanes.get(refresh));
    }

    @Override
    public void close() {
        for (ReadLane lane : lanes.values()) lane.clear();
        ranking.clear();
        if (threads != null) threads.shutdown();
    }
}
