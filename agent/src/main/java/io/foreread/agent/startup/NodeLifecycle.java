package io.foreread.agent.startup;

import io.foreread.agent.config.AgentConfig;
import io.foreread.agent.config.ConfigCheck;
import io.foreread.agent.control.ReadAheadControl;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.MetricsExporter;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.EndpointConfig;
import io.foreread.exporter.config.FileWatch;
import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.config.MetricsReload;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.Recorders;
import java.util.List;
import java.util.stream.Collectors;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers the MBean, logs the state and opens the endpoint. When the agent starts with the node, this runs on its own
 * thread once Cassandra has begun to start, so that the start of the node does not take longer. Thread-safe.
 */
final class NodeLifecycle {
    private static final String CHECK = "java -jar foreread-agent.jar check-config FILE checks a file.";
    private static final String THREAD = "foreread-start";

    private final AgentConfig config;
    private final @Nullable FileWatch configWatch;
    private final MetricsReload.Source reread;
    private final BuildInfo build = BuildInfo.ofThisJar();
    private final ReadAhead readAhead = ReadAhead.instance();
    private final UndoSteps steps = new UndoSteps();
    /** Guarded by this, as are the next two fields. */
    private @Nullable MetricsExporter exporter;

    private boolean nodeStarted;
    private boolean closed;
    /** Null before the start. */
    private volatile @Nullable Thread opening;
    /** Why no metrics are served, while there is no exporter. */
    private volatile String withoutMetrics = "the endpoint is not open yet";

    /**
     * @param configWatch the watch of the configuration file, created before the file was read; null if there is none
     * @param reread reads the settings again after the file has changed
     */
    NodeLifecycle(AgentConfig config, @Nullable FileWatch configWatch, MetricsReload.Source reread) {
        this.config = config;
        this.configWatch = configWatch;
        this.reread = reread;
    }

    /** Called at the first step of the start of a node. */
    void starting() {
        startThread(() -> {
            Logger logger = logger();
            DataPathClasses.load(logger);
            registerMBean(false);
            logState(logger);
            openEndpoint(logger);
        });
    }

    /** Called when the node has started. */
    void started() {
        MetricsExporter opened;
        synchronized (this) {
            nodeStarted = true;
            opened = closed ? null : exporter;
        }
        if (opened != null) opened.nodeStarted();
    }

    /**
     * Does for a running node what otherwise happens while a node starts, except for {@link #logState}.
     *
     * @param limitMillis how long to wait for the endpoint. It is opened later if that takes longer
     * @throws JMException if the MBean cannot be registered
     */
    void open(long limitMillis) throws JMException, InterruptedException {
        Logger logger = logger();
        DataPathClasses.load(logger);
        registerMBean(true);
        started();
        startThread(() -> openEndpoint(logger)).join(limitMillis);
    }

    private interface Task {
        void run() throws Exception;
    }

    private Thread startThread(Task task) {
        Thread thread = new Thread(() -> run(task), THREAD);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        opening = thread;
        thread.start();
        return thread;
    }

    /** Lets nothing escape: the handler that Cassandra sets for uncaught exceptions can stop the node after an Error. */
    private void run(Task task) {
        try {
            task.run();
        } catch (Throwable e) {
            withoutMetrics = String.valueOf(e);
            warn(e);
        }
    }

    private static void warn(Throwable failure) {
        try {
            logger().warn("Foreread could not open its endpoint; Cassandra is not affected", failure);
        } catch (Throwable e) {
            System.err.println("foreread: could not open the endpoint, and could not log why: " + failure);
        }
    }

    private static Logger logger() {
        return LoggerFactory.getLogger("io.foreread.Foreread");
    }

    /** Describes where metrics are served, for the answer to the operator. */
    synchronized String metrics() {
        return exporter == null
                ? "no metrics are served: " + withoutMetrics
                : "metrics at " + exporter.url() + "metrics";
    }

    private void registerMBean(boolean nodeRuns) throws JMException {
        if (isClosed()) return;
        ReadAheadControl control = new ReadAheadControl(readAhead, nodeRuns);
        control.register();
        steps.add("unregister the MBean", control::unregister);
        undoIfClosed();
    }

    /** Called after a step was added. If this object was closed in the meantime, the step has possibly not been run. */
    private void undoIfClosed() {
        if (isClosed()) steps.run().forEach(problem -> logger().warn("Foreread: {}", problem));
    }

    void logState() {
        logState(logger());
    }

    private void logState(Logger logger) {
        logger.info(
                "Foreread {}: read-ahead {}, block {} KiB, budget {} MiB; {}",
                build.version(),
                readAhead.mode().name().toLowerCase(java.util.Locale.ROOT),
                readAhead.blockBytes() >> 10,
                readAhead.budgetBytes() >> 20,
                hookSummary());
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Whether the endpoint can still be opened. If this object is closed, it is closed again at once. */
    boolean isOpening() {
        Thread thread = opening;
        return thread != null && thread.isAlive();
    }

    private void openEndpoint(Logger logger) throws Exception {
        if (isClosed()) return;
        List<String> problems = ConfigCheck.problems(config, warning -> logger.warn("Foreread: {}", warning));
        problems.forEach(problem -> logger.warn("Foreread: {}", problem));
        HostPort listen = config.listen();
        if (listen == null) {
            withoutMetrics = "listen is off";
            logger.info("Foreread serves no metrics (listen: off)");
            return;
        }
        if (!problems.isEmpty()) {
            withoutMetrics = String.join("; ", problems);
            logger.warn("Foreread serves no metrics: correct these settings and start the agent again. {}", CHECK);
            return;
        }
        MetricsExporter opened;
        try {
            opened = MetricsExporter.start(
                    new EndpointConfig(listen.host(), listen.port(), config.http()),
                    config.metrics(),
                    build,
                    readAhead);
        } catch (java.io.IOException e) {
            withoutMetrics = String.valueOf(e.getMessage());
            logger.warn("Foreread serves no metrics: {}", e.getMessage());
            return;
        }
        // Before anything else can fail, so that every detach closes the port.
        steps.add("close the endpoint", opened::close);
        boolean alreadyClosed;
        boolean alreadyStarted;
        synchronized (this) {
            alreadyClosed = closed;
            if (!closed) exporter = opened;
            alreadyStarted = nodeStarted;
        }
        undoIfClosed();
        if (alreadyClosed) return;
        String hint = opened.isLocal()
                ? "; to let other hosts scrape it, set listen to an address they reach, such as 0.0.0.0:"
                        + opened.port()
                : "";
        logger.info("Foreread serves metrics at {}metrics, {}{}", opened.url(), opened.access(), hint);
        if (configWatch != null)
            opened.follow(new MetricsReload(configWatch, reread, config.metrics(), opened::reconfigure));
        if (alreadyStarted) opened.nodeStarted();
    }

    /**
     * Closes the endpoint and unregisters the MBean. If one of them is just being opened, it is closed again at once. This can
     * take long, so it does not hold the lock that {@link #started} needs, which Cassandra's main thread calls.
     *
     * @return one line for each problem; a further call repeats what has failed
     */
    List<String> close() {
        synchronized (this) {
            closed = true;
            exporter = null;
        }
        return steps.run();
    }

    private static String hookSummary() {
        List<HookStatus> statuses = Recorders.HOOKS.statuses();
        return "hooks ready: " + names(statuses, HookStatus.State.WAITING, HookStatus.State.APPLIED) + "; failed: "
                + names(statuses, HookStatus.State.FAILED);
    }

    private static String names(List<HookStatus> statuses, HookStatus.State... states) {
        List<HookStatus.State> wanted = java.util.Arrays.asList(states);
        String names = statuses.stream()
                .filter(status -> wanted.contains(status.state()))
                .map(HookStatus::hook)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "none" : names;
    }
}
