package io.foreread.exporter.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Detects changes of a file. It must be created before the file is read, so that no change is missed. A missing file
 * counts as unchanged. Not thread-safe.
 */
public final class FileWatch {
    private final Path file;
    private @Nullable FileTime modified;
    private long size;
    /** Changes if the file is replaced by one with the same modification time and size. */
    private @Nullable Object inode;

    public FileWatch(Path file) {
        this.file = file;
        changed();
    }

    Path file() {
        return file;
    }

    /** @return whether the file has changed since the last call */
    boolean changed() {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            boolean same = now.lastModifiedTime().equals(modified)
                    && now.size() == size
                    && Objects.equals(now.fileKey(), inode);
            modified = now.lastModifiedTime();
            size = now.size();
            inode = now.fileKey();
            return !same;
        } catch (IOException e) {
            return false;
        }
    }
}
