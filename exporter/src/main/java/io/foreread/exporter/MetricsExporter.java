package io.foreread.exporter;

import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.EndpointConfig;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.config.MetricsReload;
import io.foreread.exporter.http.EndpointException;
import io.foreread.exporter.http.Exposition;
import io.foreread.exporter.http.MetricsServer;
import io.foreread.exporter.http.NodePage;
import io.foreread.exporter.mbean.JvmSource;
import io.foreread.exporter.mbean.NodeFactsSource;
import io.foreread.exporter.naming.DialectBeans;
import io.foreread.exporter.own.AllocationMetrics;
import io.foreread.exporter.own.CompactionMetrics;
import io.foreread.exporter.own.HookMetrics;
import io.foreread.exporter.own.InputMetrics;
import io.foreread.exporter.own.JvmMetrics;
import io.foreread.exporter.own.ReadMetrics;
import io.foreread.exporter.own.SafepointMetrics;
import io.foreread.exporter.own.ScanMetrics;
import io.foreread.exporter.own.WriteMetrics;
import io.foreread.exporter.recorder.ReadAheadState;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.source.CurrentRing;
import io.foreread.exporter.source.NodeIdentity;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Exports the metrics of the node in this JVM: sources, registry, HTTP server and background reads. Thread-safe. */
public final class MetricsExporter implements AutoCloseable {
    /**
     * How often the allocation of threads is sampled. The bytes that a thread allocates between its last sample and its
     * end are not counted. A sample of hundreds of threads takes less than 1 ms.
     */
    private static final Duration ALLOCATION_SAMPLE_PERIOD = Duration.ofSeconds(1);

    private final EndpointConfig config;
    private final Exposition exposition;
    private final MetricsServer server;
    private final JvmMetrics jvm = new JvmMetrics();
    private final ReadAheadState state;
    private final NodeIdentity node;
    private final ExporterThreads threads = new ExporterThreads();
    private final Refresher refresher = new Refresher("foreread-background-reader");
    private final FollowedRegistry cassandra;
    private final NodeFactsSource facts;
    private final JvmSource jvmSource;
    private volatile boolean nodeStarted;
    private volatile MetricsConfig metrics;

    private MetricsExporter(EndpointConfig config, MetricsConfig metrics, BuildInfo build, ReadAheadState state)
            throws EndpointException {
        this.config = config;
        this.metrics = metrics;
        this.state = state;
        exposition = new Exposition(build);
        CurrentRing ring = new CurrentRing();
        cassandra = new FollowedRegistry(refresher, ring, exposition::set);
        node = new NodeIdentity(() -> nodeStarted, ManagementFactory::getPlatformMBeanServer);
        jvmSource = JvmSource.ofThisJvm(metrics);
        facts = NodeFactsSource.ofThisJvm(
                () -> nodeStarted ? ManagementFactory.getPlatformMBeanServer() : null, metrics, ring);
        // Last, because nothing would close the port if a later statement of the constructor failed.
        server = bind(config, new NodePage(build, node, state, Recorders.HOOKS, Recorders.COMPACTIONS));
    }

    private void addSources() {
        exposition.bind(jvm);
        exposition.add(jvmSource);
        exposition.add(new SafepointMetrics());
        exposition.bind(new ScanMetrics(Recorders.SCANS, state));
        exposition.bind(new InputMetrics(Recorders.INPUTS));
        exposition.bind(new AllocationMetrics(Recorders.ALLOCATIONS));
        exposition.add(new HookMetrics(Recorders.HOOKS));
        exposition.add(new ReadMetrics(Recorders.READS));
        exposition.add(new WriteMetrics(Recorders.WRITES));
        exposition.add(new CompactionMetrics(
                Recorders.COMPACTIONS,
                (keyspace, table) -> cassandra.exportsTable(this.metrics, keyspace, table),
                family -> this.metrics.exports(Level.TABLE, family)));
        exposition.add(node);
        exposition.add(facts);
        exposition.add(
                new DialectBeans(() -> nodeStarted ? this.metrics : null, ManagementFactory::getPlatformMBeanServer));
    }

    /**
     * Opens the endpoint.
     *
     * @throws EndpointException if the address cannot be bound; the message says what to change
     */
    public static MetricsExporter start(
            EndpointConfig config, MetricsConfig metrics, BuildInfo build, ReadAheadState state)
            throws EndpointException {
        MetricsExporter exporter = new MetricsExporter(config, metrics, build, state);
        try {
            exporter.addSources();
            exporter.schedule();
            exporter.server.start();
            return exporter;
        } catch (RuntimeException | Error e) {
            try {
                exporter.close();
            } catch (RuntimeException | Error ofClose) {
                e.addSuppressed(ofClose);
            }
            throw e;
        }
    }

    private MetricsServer bind(EndpointConfig config, NodePage page) throws EndpointException {
        try {
            return MetricsServer.bind(config, exposition, page, () -> nodeStarted);
        } catch (LinkageError e) {
            // The class of the server cannot be linked on a Java runtime without the module jdk.httpserver.
            throw new EndpointException(
                    "cannot listen on " + config + ": this Java lacks the module jdk.httpserver (" + e
                            + "); run Cassandra on a full Java, or set listen to off",
                    e);
        }
    }

    private void schedule() {
        ExporterThreads.every(
                threads.sampler(), ALLOCATION_SAMPLE_PERIOD, "allocation sample", Recorders.ALLOCATIONS::sampleIfDue);
        ExporterThreads.everyFewSeconds(threads.background(), "background refresh", cassandra::refresh);
        for (Refresh refresh : new Refresh[] {Refresh.SLOW, Refresh.RARE})
            ExporterThreads.everyFewSeconds(
                    threads.background(), "reading the node's MBeans", () -> refresher.refresh(facts, refresh));
        ExporterThreads.every(threads.factReader(), NodeFactsSource.LIVE_PERIOD, "reading the node's MBeans", () -> {
            refresher.refresh(facts, Refresh.LIVE);
            jvmSource.readFiles();
        });
    }

    /** Called when Cassandra has started. Soon after, Cassandra's metrics are exported and {@code /ready} returns 200. */
    public void nodeStarted() {
        // Runs on another thread, because the caller is Cassandra's main thread and the registry can have 200,000
        // metrics.
        threads.background().execute(this::followNode);
    }

    private synchronized void followNode() {
        if (nodeStarted) return;
        cassandra.nodeStarted(metrics);
        nodeStarted = true;
        ExporterThreads.once(threads.background(), "background refresh", cassandra::refresh);
        refresher.refresh(facts, Refresh.LIVE);
    }

    /** Applies changes of the configuration file within seconds, and exports whether they could be applied. */
    public void follow(MetricsReload reload) {
        server.watch("configuration", reload.state());
        ExporterThreads.everyFewSeconds(threads.changes(), "reading the configuration again", reload);
    }

    /** Applies a new selection of metrics. Can block for some seconds. */
    public synchronized void reconfigure(MetricsConfig newMetrics) {
        metrics = newMetrics;
        facts.configure(newMetrics);
        jvmSource.configure(newMetrics);
        cassandra.reconfigure(newMetrics);
    }

    public int port() {
        return server.port();
    }

    /** Describes which clients are admitted, for a log line. */
    public String access() {
        return config.http().access();
    }

    /** Whether only processes of this host can reach the endpoint. */
    public boolean isLocal() {
        return server.isLocal();
    }

    /** Returns the URL of the endpoint, which ends with a slash. */
    public String url() {
        return server.url();
    }

    /**
     * Closes the endpoint, and ends what runs in the background as soon as its current task returns. If a part cannot be
     * closed, the others are closed before this method throws. It can be called again.
     */
    @Override
    public void close() {
        List<Runnable> parts = Arrays.asList(
                threads::close, refresher::close, server::close, jvm::close, cassandra::close, exposition::close);
        Throwable failure = null;
        for (Runnable part : parts) {
            try {
                part.run();
            } catch (RuntimeException | Error e) {
                if (failure == null) failure = e;
                else failure.addSuppressed(e);
            }
        }
        if (failure instanceof Error) throw (Error) failure;
        if (failure != null) throw (RuntimeException) failure;
    }
}
