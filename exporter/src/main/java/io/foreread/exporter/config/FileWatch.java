package io.foreread.exporter.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/** Tells when a file is another than it was. A file that is gone for a moment has not changed. Not thread-safe. */
public final class FileWatch {
    private final Path file;
    private FileTime modified;
    private long size;

    public FileWatch(Path file) {
        this.file = file;
        changed();
    }

    /** @return whether it has changed since the last call */
    public boolean changed() {
        try {
            FileTime nowModified = Files.getLastModifiedTime(file);
            long nowSize = Files.size(file);
            boolean same = nowModified.equals(modified) && nowSize == size;
            modified = nowModified;
            size = nowSize;
            return !same;
        } catch (IOException e) {
            return false;
        }
    }
}
