package io.foreread.exporter.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads files again when one of them changes, and after a failure until it has worked: what was wrong may be mended
 * without a change of the file, as where it could not be read. Thread-safe.
 */
public final class FileReload {
    /** Guarded by this, as is the failure. */
    private final List<FileWatch> watches = new ArrayList<>();

    private final Reading reading;
    private final Consumer<String> problems;
    /** Of the last attempt; null if it has worked. */
    private @Nullable String failure;

    /** Reads the files and takes over what is in them, or changes nothing. */
    public interface Reading {
        void read() throws IOException;
    }

    /**
     * Made before the files are read for the first time: a change in between is seen later, never missed.
     *
     * @param files null among them are left out
     * @param problems receives once why the files cannot be used now
     */
    public FileReload(Collection<? extends @Nullable Path> files, Reading reading, Consumer<String> problems) {
        for (Path file : files) if (file != null) watches.add(new FileWatch(file));
        this.reading = reading;
        this.problems = problems;
    }

    /** Called every few seconds. */
    public synchronized void refresh() {
        boolean changed = false;
        for (FileWatch watch : watches) changed |= watch.changed();
        if (!changed && failure == null) return;
        try {
            reading.read();
            failure = null;
        } catch (IOException | RuntimeException e) {
            String before = failure;
            failure = String.valueOf(e.getMessage() == null ? e : e.getMessage());
            if (changed || !failure.equals(before)) problems.accept(failure);
        }
    }
}
