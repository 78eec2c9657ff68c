package io.foreread.exporter.security;

import io.foreread.exporter.config.FileReload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value loaded from files and reloaded when one of them changes. If a file is invalid, the value does not change.
 * Thread-safe.
 */
final class Reloaded<T> {
    private static final Logger logger = LoggerFactory.getLogger("io.foreread.Foreread");

    private final FileReload reload;
    private volatile T value;

    /** @param files the files; null elements are ignored */
    Reloaded(List<@Nullable Path> files, Loader<T> loader) throws IOException {
        reload = new FileReload(
                files,
                () -> {
                    value = loader.load();
                    logger.info("Foreread's endpoint has reloaded its {}", loader);
                },
                problem -> logger.warn(
                        "Foreread's endpoint keeps the previous {} until this is fixed: {}", loader, problem));
        value = loader.load();
    }

    T get() {
        return value;
    }

    FileReload reload() {
        return reload;
    }

    void refresh() {
        reload.refresh();
    }

    /** Loads the value. Its {@code toString} names the value for log messages. */
    interface Loader<T> {
        T load() throws IOException;
    }
}
