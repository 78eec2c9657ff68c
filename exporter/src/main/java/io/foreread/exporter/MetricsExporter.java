package io.foreread.exporter;

import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.cassandra.Bridge;
import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.http.EndpointException;
import io.foreread.exporter.http.Exposition;
import io.foreread.exporter.http.MetricsServer;
import io.foreread.exporter.http.NodePage;
import io.foreread.exporter.mbean.JvmSource;
import io.foreread.exporter.mbean.NodeFactsSource;
import io.foreread.exporter.naming.DialectBeans;
import io.foreread.exporter.own.AllocationMetrics;
import io.foreread.exporter.own.CompactionMetrics;
import io.foreread.exporter.own.DroppedTables;
import io.foreread.exporter.own.HookMetrics;
import io.foreread.exporter.own.JvmMetrics;
import io.foreread.exporter.own.ReadMetrics;
import io.foreread.exporter.own.SafepointMetrics;
import io.foreread.exporter.own.ScanMetrics;
import io.foreread.exporter.recorder.ReadAheadState;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.source.NodeIdentity;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The endpoint of one node: sources, registry, HTTP server and the allocation sampler. Thread-safe. */
public final class MetricsExporter implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(MetricsExporter.class);

    /** A thread's bytes between its last sample and its death are lost, so often; a sample costs well under 1 ms. */
    private static final long ALLOCATION_SAMPLE_MILLIS = 1000;

    /** How soon a number that no scrape reads is there for a new table. */
    private static final long REFRESH_TICK_MILLIS = 2000;

    private static final long READ_IN_TIME_SECONDS = 5;

    private final EndpointConfig config;
    private final Exposition exposition;
    private final MetricsServer server;
    private final JvmMetrics jvm;
    private final ScheduledExecutorService sampler;
    private final ScheduledExecutorService background;
    /** Of its own: what takes long on the other must not make this old. */
    private final ScheduledExecutorService factReader;
    /** Of its own: a number whose reading never ends is to be left out, as long as it takes. */
    private final ScheduledExecutorService changes;

    private final NodeFactsSource facts;
    private final JvmSource jvmSource;
    private final Refresher refresher = new Refresher();
    private volatile boolean nodeStarted;
    /** Null until the node has started, or if its registry has an unknown shape. Guarded by this. */
    private MetricRegistry registry;
    /** Guarded by this. */
    private InProcessSource cassandra;

    private volatile MetricsConfig metrics;
    private volatile Bridge bridge;

    private MetricsExporter(EndpointConfig config, MetricsConfig metrics, BuildInfo build, ReadAheadState state)
            throws EndpointException {
        this.config = config;
        this.metrics = metrics;
        exposition = new Exposition(build);
        NodeIdentity node = new NodeIdentity(() -> nodeStarted, ManagementFactory::getPlatformMBeanServer);
        NodePage page = new NodePage(build, node, state, Recorders.HOOKS, Recorders.COMPACTIONS);
        server = bind(config, page);
        jvm = new JvmMetrics();
        exposition.bind(jvm);
        jvmSource = JvmSource.ofThisJvm(metrics);
        exposition.add(jvmSource);
        exposition.add(new SafepointMetrics());
        exposition.bind(new ScanMetrics(Recorders.SCANS, state));
        exposition.bind(new AllocationMetrics(Recorders.ALLOCATIONS));
        exposition.add(new HookMetrics(Recorders.HOOKS));
        exposition.add(new ReadMetrics(Recorders.READS));
        exposition.add(new CompactionMetrics(
                Recorders.COMPACTIONS, this::tellsTable, family -> this.metrics.tells(Level.TABLE, family)));
        exposition.add(node);
        facts = new NodeFactsSource(() -> nodeStarted ? ManagementFactory.getPlatformMBeanServer() : null, metrics);
        exposition.add(facts);
        exposition.add(
                new DialectBeans(() -> nodeStarted ? this.metrics : null, ManagementFactory::getPlatformMBeanServer));
        sampler = thread("foreread-sampler");
        background = thread("foreread-refresher");
        factReader = thread("foreread-fact-reader");
        changes = thread("foreread-changes");
    }

    private static ScheduledExecutorService thread(String name) {
        return Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            return thread;
        });
    }

    /**
     * Opens the endpoint.
     *
     * @throws EndpointException if nothing can listen there; the message says where and what to change
     */
    public static MetricsExporter start(
            EndpointConfig config, MetricsConfig metrics, BuildInfo build, ReadAheadState state)
            throws EndpointException {
        MetricsExporter exporter = new MetricsExporter(config, metrics, build, state);
        exporter.sampler.scheduleAtFixedRate(
                MetricsExporter::sampleAllocations, 0, ALLOCATION_SAMPLE_MILLIS, TimeUnit.MILLISECONDS);
        everyFewSeconds(exporter.background, exporter::refresh);
        everyFewSeconds(exporter.background, () -> exporter.readFacts(Refresh.SLOW));
        everyFewSeconds(exporter.background, () -> exporter.readFacts(Refresh.RARE));
        exporter.factReader.scheduleAtFixedRate(
                () -> {
                    exporter.jvmSource.readFiles();
                    exporter.readFacts(Refresh.LIVE);
                },
                0,
                NodeFactsSource.LIVE_PERIOD.toMillis(),
                TimeUnit.MILLISECONDS);
        exporter.server.start();
        return exporter;
    }

    private MetricsServer bind(EndpointConfig config, NodePage page) throws EndpointException {
        try {
            return MetricsServer.bind(config, exposition, page, () -> nodeStarted);
        } catch (LinkageError e) {
            // Here and not in the server: without the module its very class cannot be linked.
            throw new EndpointException(
                    "cannot listen on " + config + ": this Java lacks the module jdk.httpserver (" + e
                            + "); run Cassandra on a full Java, or set listen to off",
                    e);
        }
    }

    private static void sampleAllocations() {
        try {
            Recorders.ALLOCATIONS.sample();
        } catch (RuntimeException e) {
            // An exception would end the schedule for good; the next sample makes up for this one.
            logger.debug("allocation sample failed", e);
        }
    }

    /** Tells that Cassandra has finished starting: soon its own metrics are served and {@code /ready} is 200. */
    public void nodeStarted() {
        // The caller is Cassandra's main thread, and its registry may hold 200,000 metrics.
        background.execute(this::followNode);
    }

    private synchronized void followNode() {
        if (nodeStarted) return;
        try {
            registry = InProcessSource.registryOfThisNode();
            follow(new Bridge(metrics, () -> {}));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            logger.warn("Foreread serves its own metrics only: Cassandra's registry has an unknown shape", e);
        }
        nodeStarted = true;
        background.execute(this::refresh);
        factReader.execute(() -> readFacts(Refresh.LIVE));
    }

    /** Runs what looks for changes of the configuration again and again; what it throws is its own to catch. */
    public void everyFewSeconds(Runnable task) {
        everyFewSeconds(changes, task);
    }

    private static void everyFewSeconds(ScheduledExecutorService thread, Runnable task) {
        thread.scheduleWithFixedDelay(task, REFRESH_TICK_MILLIS, REFRESH_TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Takes another choice of metrics, soon. */
    public void reconfigure(MetricsConfig newMetrics) {
        changes.execute(() -> {
            synchronized (this) {
                metrics = newMetrics;
                facts.configure(newMetrics);
                jvmSource.configure(newMetrics);
                if (registry != null) follow(new Bridge(newMetrics, () -> {}));
            }
        });
    }

    private boolean tellsTable(String keyspace, String table) {
        Bridge told = bridge;
        return told == null ? metrics.tellsTable(keyspace, table) : told.tellsTable(keyspace, table);
    }

    /** Another configuration is another bridge: the registry tells it everything again. */
    private void follow(Bridge next) {
        InProcessSource following = InProcessSource.follow(registry, new DroppedTables(Recorders.COMPACTIONS, next));
        if (cassandra != null) {
            cassandra.close();
            // Not on the first: that is in the middle of Cassandra's start.
            readInTime(next);
        }
        cassandra = following;
        bridge = next;
        exposition.set(next);
    }

    /** So that nothing is missing in the scrapes between; what takes long is missing until it has been read. */
    private void readInTime(Bridge next) {
        try {
            background.submit(next::refreshNew).get(READ_IN_TIME_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            logger.debug("numbers are missing until they are read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void refresh() {
        Bridge told = bridge;
        if (told == null) return;
        try {
            refresher.refresh(told);
        } catch (RuntimeException | LinkageError e) {
            // An exception would end the schedule for good; the next round makes up for this one.
            logger.debug("background refresh failed", e);
        }
    }

    private void readFacts(Refresh refresh) {
        try {
            facts.read(refresh);
        } catch (RuntimeException | LinkageError e) {
            // An exception would end the schedule for good; the next round makes up for this one.
            logger.debug("reading the node's MBeans failed", e);
        }
    }

    public int port() {
        return server.port();
    }

    /** Who is let in, for a log line. */
    public String access() {
        return config.http().access();
    }

    /** Ends with a slash. */
    public String url() {
        return server.url();
    }

    @Override
    public void close() {
        // Before the lock, which whoever takes over a change holds.
        changes.shutdownNow();
        closeAll();
    }

    private synchronized void closeAll() {
        sampler.shutdownNow();
        background.shutdownNow();
        factReader.shutdownNow();
        server.close();
        jvm.close();
        if (cassandra != null) cassandra.close();
    }
}
