package io.foreread.exporter.standalone;

import io.foreread.exporter.config.FileReload;
import io.foreread.exporter.config.MetricsConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes over what the configuration file says about metrics when the file changes. Not thread-safe. */
final class MetricsReload implements Runnable {
    private static final Logger logger = LoggerFactory.getLogger(MetricsReload.class);

    /** Reads all settings again. */
    interface Settings {
        ExporterConfig read() throws IOException;
    }

    private final Path file;
    private final FileReload reload;
    private final Settings settings;
    private final ExporterConfig atStart;
    private final Consumer<MetricsConfig> metrics;

    MetricsReload(Path file, Settings settings, ExporterConfig atStart, Consumer<MetricsConfig> metrics) {
        this.file = file;
        reload = new FileReload(
                Collections.singleton(file), this::read, problem -> logger.warn("going on as it was: {}", problem));
        this.settings = settings;
        this.atStart = atStart;
        this.metrics = metrics;
    }

    @Override
    public void run() {
        reload.refresh();
    }

    private void read() throws IOException {
        ExporterConfig changed = settings.read();
        changed.problems().forEach(problem -> logger.warn("{}", problem));
        metrics.accept(changed.metrics());
        logger.info(
                "{} was read again: metrics follow it from now on{}",
                file,
                atStart.needsRestartFor(changed) ? "; other settings that differ wait for the next start" : "");
    }
}
