package io.foreread.agent.startup;

import io.foreread.agent.config.AgentConfig;
import io.foreread.agent.config.ConfigCheck;
import io.foreread.agent.control.ReadAheadControl;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.MetricsExporter;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.EndpointConfig;
import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.config.MetricsReload;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.Recorders;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the state, registers the MBean and opens the endpoint, once Cassandra has begun to start. This runs on its own
 * thread, so that the start of the node does not take longer.
 */
final class NodeLifecycle {
    private static final String CHECK = "java -jar foreread-agent.jar check-config FILE checks a file.";

    private final AgentConfig config;
    private final @Nullable Path configFile;
    private final MetricsReload.Source reread;
    private @Nullable MetricsExporter exporter;
    private boolean nodeStarted;

    /**
     * @param configFile null if there is none
     * @param reread reads the settings again after the file has changed
     */
    NodeLifecycle(AgentConfig config, @Nullable Path configFile, MetricsReload.Source reread) {
        this.config = config;
        this.configFile = configFile;
        this.reread = reread;
    }

    void starting() {
        Thread thread = new Thread(this::open, "foreread-start");
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
    }

    void started() {
        MetricsExporter opened;
        synchronized (this) {
            nodeStarted = true;
            opened = exporter;
        }
        if (opened != null) opened.nodeStarted();
    }

    private void open() {
        Logger logger = LoggerFactory.getLogger("io.foreread.Foreread");
        BuildInfo build = BuildInfo.ofThisJar();
        ReadAhead readAhead = ReadAhead.instance();
        DataPathClasses.load(logger);
        try {
            new ReadAheadControl(readAhead).register();
            logger.info(
                    "Foreread {}: read-ahead {}, block {} KiB, budget {} MiB; {}",
                    build.version(),
                    readAhead.mode().name().toLowerCase(java.util.Locale.ROOT),
                    readAhead.blockBytes() >> 10,
                    readAhead.budgetBytes() >> 20,
                    hookSummary());
            openEndpoint(logger, build, readAhead);
        } catch (Exception | LinkageError e) {
            logger.warn("Foreread could not open its endpoint; Cassandra is not affected", e);
        }
    }

    private void openEndpoint(Logger logger, BuildInfo build, ReadAhead readAhead) throws Exception {
        List<String> problems = ConfigCheck.problems(config, warning -> logger.warn("Foreread: {}", warning));
        problems.forEach(problem -> logger.warn("Foreread: {}", problem));
        HostPort listen = config.listen();
        if (listen == null) {
            logger.info("Foreread serves no metrics (listen: off)");
            return;
        }
        if (!problems.isEmpty()) {
            logger.warn("Foreread serves no metrics: correct these settings and restart the node. {}", CHECK);
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
            logger.warn("Foreread serves no metrics: {}", e.getMessage());
            return;
        }
        logger.info(
                "Foreread serves metrics at {}metrics, {}; to let other hosts scrape it, set listen to an address they"
                        + " reach, such as 0.0.0.0:{}",
                opened.url(),
                opened.access(),
                opened.port());
        if (configFile != null) opened.follow(new MetricsReload(configFile, reread, opened::reconfigure));
        boolean alreadyStarted;
        synchronized (this) {
            exporter = opened;
            alreadyStarted = nodeStarted;
        }
        if (alreadyStarted) opened.nodeStarted();
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
