package io.foreread.exporter.standalone;

import io.foreread.exporter.cli.InfoOptions;
import io.foreread.exporter.cli.SettingsHelp;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.EndpointConfig;
import io.foreread.exporter.config.FileReload;
import io.foreread.exporter.config.FileWatch;
import io.foreread.exporter.config.GivenSettings;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.config.MetricsReload;
import io.foreread.exporter.config.YamlSettings;
import io.foreread.exporter.http.MetricsServer;
import io.foreread.exporter.jmx.client.SerialFilter;
import io.foreread.exporter.security.EndpointSecurity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command line of {@code foreread-exporter.jar}. Exit codes: 1 if the exporter cannot start, 2 if the command line
 * is invalid.
 */
@Command(
        name = "foreread-exporter",
        mixinStandardHelpOptions = true,
        versionProvider = ForereadExporter.Version.class,
        description = "Serves the metrics of Cassandra nodes, read over JMX, to Prometheus.")
public final class ForereadExporter implements Callable<Integer> {
    private static final long CONFIG_SECONDS = 2;

    /**
     * The JDK's logger for JMX connections. It is switched off, because it logs each lost connection with a stack trace
     * and the exporter also logs the loss. The reference keeps the logger and its level from being garbage collected.
     */
    private static final java.util.logging.Logger JMX_LOG =
            java.util.logging.Logger.getLogger("javax.management.remote");

    @Option(names = "--jmx", paramLabel = "HOST:PORT", description = "JMX address of a node; can be repeated.")
    private List<String> nodes = new ArrayList<>();

    @Option(names = "--listen", paramLabel = "HOST:PORT", description = "Address of the endpoint.")
    private @Nullable String listen;

    @Option(names = "--config", paramLabel = "FILE", description = "YAML with nodes, listen, jmx.*, http.*, metrics.*.")
    private @Nullable Path file;

    @Option(names = "--jmx-password-file", paramLabel = "FILE", description = "File with a line 'user password'.")
    private @Nullable String passwordFile;

    @Option(names = "--jmx-tls", description = "The JMX of the nodes uses TLS; stores are set in --config.")
    private boolean tls;

    @Mixin
    private final InfoOptions infoOptions = new InfoOptions();

    private ForereadExporter() {}

    public static void main(String[] arguments) {
        // Each log message is one line with the time.
        System.setProperty("org.slf4j.simpleLogger.showDateTime", "true");
        System.setProperty("org.slf4j.simpleLogger.dateTimeFormat", "yyyy-MM-dd HH:mm:ss,SSS");
        System.setProperty("org.slf4j.simpleLogger.showThreadName", "false");
        System.setProperty("org.slf4j.simpleLogger.showShortLogName", "true");
        JMX_LOG.setLevel(Level.OFF);
        SerialFilter.install();
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return SettingsHelp.addTo(
                new CommandLine(new ForereadExporter()), "Settings of the file:", ExporterSettings.all());
    }

    @Override
    public Integer call() throws InterruptedException {
        Integer answered = infoOptions.answer(this::check, System.out);
        if (answered != null) return answered;
        try {
            return serve();
        } catch (IOException e) {
            return refuse(String.valueOf(e.getMessage()));
        }
    }

    private MetricsConfig check(Path checked, List<String> problems, List<String> warnings) throws IOException {
        ExporterConfig config = config(checked);
        problems.addAll(problems(config, warnings::add));
        return config.metrics();
    }

    /**
     * Returns the problems of the settings and of the files that they name. The start, a reload and
     * {@code --check-config} use the same check.
     */
    private static List<String> problems(ExporterConfig config, Consumer<String> warnings) {
        List<String> problems = new ArrayList<>(config.problems());
        problems.addAll(EndpointSecurity.problems(config.http(), warnings));
        if (!config.problems().isEmpty()) return problems;
        if (config.nodes().isEmpty() && config.targetsFile() == null)
            problems.add("no nodes are set: use --jmx host:7199, or nodes or targets-file in --config");
        try {
            new TargetsReload(config, new Accesses(warnings)).read();
        } catch (IOException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        return problems;
    }

    private static int refuse(String reason) {
        System.err.println("foreread-exporter: " + reason);
        return 1;
    }

    /** @param yaml the configuration file; null if there is none */
    private ExporterConfig config(@Nullable Path yaml) throws IOException {
        GivenSettings settings = yaml == null ? new GivenSettings() : YamlSettings.read(yaml);
        if (!nodes.isEmpty()) settings.put(ExporterSettings.NODES.key(), String.join(",", nodes));
        if (listen != null) settings.put(ExporterSettings.LISTEN.key(), listen);
        if (passwordFile != null) settings.put(ExporterSettings.PASSWORD_FILE.key(), passwordFile);
        if (tls) settings.put(ExporterSettings.TLS.key(), "true");
        return ExporterConfig.of(settings);
    }

    private int serve() throws IOException, InterruptedException {
        Logger logger = LoggerFactory.getLogger(ForereadExporter.class);
        FileWatch configWatch = file == null ? null : new FileWatch(file);
        ExporterConfig config = config(file);
        Set<String> logged = new HashSet<>();
        List<String> problems = problems(config, warning -> {
            if (logged.add(warning)) logger.warn(warning);
        });
        problems.forEach(ForereadExporter::refuse);
        if (!problems.isEmpty()) return 1;
        TargetsReload targets = new TargetsReload(config, new Accesses(warning -> {
            if (!logged.contains(warning)) logger.warn(warning);
        }));
        BuildInfo build = BuildInfo.ofThisJar();
        Path targetsFile = config.targetsFile();
        boolean single = targetsFile == null && config.nodes().size() == 1;
        MonitoredNodes site = new MonitoredNodes(single, config.metrics(), build);
        FileReload targetsReload = targetsFile == null ? null : reload(targetsFile, targets, site, logger);
        TargetsReload.Accessible first = targets.read();
        targets.limitCalls();
        MetricsServer server = MetricsServer.bind(
                new EndpointConfig(config.listen().host(), config.listen().port(), config.http()), site);
        first.monitorBy(site);
        server.start();
        logger.info(
                "Foreread exporter {} serves {}metrics ({}) from {}",
                build.version(),
                server.url(),
                config.http().access(),
                first);
        ScheduledExecutorService reload = Executors.newSingleThreadScheduledExecutor();
        if (targetsReload != null) {
            server.watch("targets", targetsReload);
            reload.scheduleWithFixedDelay(targetsReload::refresh, CONFIG_SECONDS, CONFIG_SECONDS, TimeUnit.SECONDS);
        }
        if (configWatch != null) {
            MetricsReload changes = new MetricsReload(
                    configWatch,
                    () -> {
                        ExporterConfig now = config(file);
                        return new MetricsReload.Settings(
                                problems(now, warning -> {}), now.metrics(), config.needsRestartFor(now));
                    },
                    config.metrics(),
                    site::reconfigure);
            server.watch("configuration", changes.state());
            reload.scheduleWithFixedDelay(changes, CONFIG_SECONDS, CONFIG_SECONDS, TimeUnit.SECONDS);
        }
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            reload.shutdownNow();
                            server.close();
                            site.close();
                        },
                        "foreread-stop"));
        new CountDownLatch(1).await();
        return 0;
    }

    private static FileReload reload(Path targetsFile, TargetsReload targets, MonitoredNodes site, Logger logger) {
        return new FileReload(
                Collections.singleton(targetsFile),
                () -> {
                    TargetsReload.Accessible now = targets.read();
                    now.monitorBy(site);
                    logger.info("Reloaded {}: {}", targetsFile, now);
                },
                problem -> logger.warn("Keeping the previous targets: {}", problem));
    }

    /** Provides the text of {@code --version}. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            BuildInfo build = BuildInfo.ofThisJar();
            return new String[] {"foreread-exporter " + build.version() + " (" + build.revision() + ")"};
        }
    }
}
