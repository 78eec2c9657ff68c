package io.foreread.exporter.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the {@code metrics.*} settings of a configuration file when the file changes, and logs whether other changed
 * settings need a restart. If the file has a problem, the previous configuration stays in use. Thread-safe.
 */
public final class MetricsReload implements Runnable {
    private static final Logger logger = LoggerFactory.getLogger("io.foreread.Foreread");

    /** The current settings, from the file and from all other sources. Immutable. */
    public static final class Settings {
        private final List<String> problems;
        private final MetricsConfig metrics;
        private final boolean needRestart;

        /**
         * @param problems one line per problem. If there is a problem, the other arguments are not used
         * @param needRestart whether settings have changed that need a restart
         */
        public Settings(List<String> problems, MetricsConfig metrics, boolean needRestart) {
            this.problems = problems;
            this.metrics = metrics;
            this.needRestart = needRestart;
        }
    }

    /** Reads all settings again. */
    public interface Source {
        Settings read() throws IOException;
    }

    private final Path file;
    private final Source source;
    private final Consumer<MetricsConfig> metrics;
    private final FileReload reload;
    /** The settings that are in use; null if it is unknown because they could not be applied. Used by the reload only. */
    private @Nullable MetricsConfig current;

    /**
     * @param watch the watch of the file, created before the initial settings were read. Only this object uses it from
     *     now on
     * @param initial the settings that are in use
     * @param metrics applies changed settings
     */
    public MetricsReload(FileWatch watch, Source source, MetricsConfig initial, Consumer<MetricsConfig> metrics) {
        file = watch.file();
        this.source = source;
        this.metrics = metrics;
        current = initial;
        reload = new FileReload(
                watch,
                this::read,
                problem ->
                        logger.warn("Foreread keeps the previous configuration until this is corrected: {}", problem));
    }

    /** The state of the last attempt to read the file. */
    public FileReload state() {
        return reload;
    }

    @Override
    public void run() {
        reload.refresh();
    }

    private void read() throws IOException {
        Settings now = source.read();
        if (!now.problems.isEmpty()) throw new IOException(SettingProblems.text(now.problems));
        boolean changed = current == null || !current.hasSameSettings(now.metrics);
        if (changed) {
            current = null;
            metrics.accept(now.metrics);
            current = now.metrics;
        }
        logger.info(
                "Foreread has reloaded {}: its metrics settings {}{}",
                file,
                changed ? "are being applied" : "have not changed",
                now.needRestart ? "; other changed settings need a restart" : "");
    }
}
