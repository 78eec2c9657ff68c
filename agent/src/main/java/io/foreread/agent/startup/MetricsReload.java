package io.foreread.agent.startup;

import io.foreread.agent.config.AgentConfig;
import io.foreread.exporter.MetricsExporter;
import io.foreread.exporter.config.FileReload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes over what the configuration file says about metrics when the file changes. Not thread-safe. */
final class MetricsReload implements Runnable {
    private static final Logger logger = LoggerFactory.getLogger("io.foreread.Foreread");

    /** Reads all settings again. */
    interface Settings {
        AgentConfig read() throws IOException;
    }

    private final Path file;
    private final FileReload reload;
    private final Settings settings;
    private final AgentConfig atStart;
    private final MetricsExporter exporter;

    MetricsReload(Path file, Settings settings, AgentConfig atStart, MetricsExporter exporter) {
        this.file = file;
        reload = new FileReload(
                Collections.singleton(file),
                this::read,
                problem -> logger.warn("Foreread goes on as it was: {}", problem));
        this.settings = settings;
        this.atStart = atStart;
        this.exporter = exporter;
    }

    @Override
    public void run() {
        reload.refresh();
    }

    private void read() throws IOException {
        AgentConfig changed = settings.read();
        changed.problems().forEach(problem -> logger.warn("Foreread: {}", problem));
        exporter.reconfigure(changed.metrics());
        logger.info(
                "Foreread has read {} again: metrics follow it from now on{}",
                file,
                atStart.needsRestartFor(changed) ? "; other settings that differ wait for the next start" : "");
    }
}
