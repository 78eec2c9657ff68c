package io.foreread.exporter.security;

import io.foreread.exporter.config.FileReload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A value that is read from files, and read again when one of them changes. Files that cannot be used change nothing. Thread-safe. */
final class Reloaded<T> {
    private static final Logger logger = LoggerFactory.getLogger("io.foreread.Foreread");

    private final FileReload reload;
    private volatile T value;

    /** @param files null among them are left out */
    Reloaded(List<@Nullable Path> files, Loader<T> loader) throws IOException {
        reload = new FileReload(
                files,
                () -> {
                    value = loader.load();
                    logger.info("Foreread's endpoint follows the new {}", loader);
                },
                problem -> logger.warn(
                        "Foreread's endpoint goes on with the former {} until this is mended: {}", loader, problem));
        value = loader.load();
    }

    T get() {
        return value;
    }

    void refresh() {
        reload.refresh();
    }

    /** Its text names what it loads. */
    interface Loader<T> {
        T load() throws IOException;
    }
}
