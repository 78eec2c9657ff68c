package io.foreread.exporter.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads files again when one of them changes. After a failure it retries until it succeeds, because some causes, such
 * as missing permissions, can disappear without a change of the file. Thread-safe.
 */
public final class FileReload {
    /** Guarded by this, as is the failure. */
    private final List<FileWatch> watches = new ArrayList<>();

    private final Reading reading;
    private final Consumer<String> problems;
    /** The failure of the last attempt, or null. */
    private @Nullable String failure;

    private volatile boolean successful = true;
    private volatile long successMillis = System.currentTimeMillis();

    /** Reads the files and applies their content. Changes nothing if it throws. */
    public interface Reading {
        void read() throws IOException;
    }

    /**
     * Must be created before the files are read for the first time, so that no change is missed.
     *
     * @param files the files; null elements are ignored
     * @param problems receives each failure once
     */
    public FileReload(Collection<? extends @Nullable Path> files, Reading reading, Consumer<String> problems) {
        for (Path file : files) if (file != null) watches.add(new FileWatch(file));
        this.reading = reading;
        this.problems = problems;
    }

    /**
     * @param watch the watch of the file, which only this object uses from now on
     * @param problems receives each failure once
     */
    FileReload(FileWatch watch, Reading reading, Consumer<String> problems) {
        watches.add(watch);
        this.reading = reading;
        this.problems = problems;
    }

    /** Whether the last attempt succeeded. */
    public boolean successful() {
        return successful;
    }

    /** The time of the last success, in seconds since the epoch. */
    public double lastSuccessSeconds() {
        return successMillis / 1e3;
    }

    /** Reads the files again if one of them has changed or the last attempt failed. Called every few seconds. */
    public synchronized void refresh() {
        boolean changed = false;
        for (FileWatch watch : watches) changed |= watch.changed();
        if (!changed && failure == null) return;
        try {
            reading.read();
            failure = null;
            successful = true;
            successMillis = System.currentTimeMillis();
        } catch (IOException | RuntimeException | Error e) {
            // An error must not end the thread that calls this.
            successful = false;
            String before = failure;
            failure = String.valueOf(e.getMessage() == null ? e : e.getMessage());
            if (changed || !failure.equals(before)) problems.accept(failure);
        }
    }
}
