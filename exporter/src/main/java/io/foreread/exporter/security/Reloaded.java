package io.foreread.exporter.security;

import io.foreread.exporter.config.FileWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was made of files, made anew when one of them changes; what cannot be used changes nothing. Thread-safe. */
final class Reloaded<T> {
    private static final Logger logger = LoggerFactory.getLogger("io.foreread.Foreread");

    /** Guarded by this. */
    private final List<FileWatch> watches = new ArrayList<>();

    private final Loader<T> loader;
    private volatile T value;

    /** @param files null among them are left out */
    Reloaded(List<Path> files, Loader<T> loader) throws IOException {
        // Before they are read: a change in between is seen later, never missed.
        for (Path file : files) if (file != null) watches.add(new FileWatch(file));
        this.loader = loader;
        value = loader.load();
    }

    T get() {
        return value;
    }

    synchronized void refresh() {
        boolean changed = false;
        for (FileWatch watch : watches) changed |= watch.changed();
        if (!changed) return;
        try {
            value = loader.load();
            logger.info("Foreread's endpoint follows the new {}", loader);
        } catch (IOException e) {
            logger.warn("Foreread's endpoint goes on with the former {}: {}", loader, e.getMessage());
        }
    }

    /** Its text names what it loads. */
    interface Loader<T> {
        T load() throws IOException;
    }
}
