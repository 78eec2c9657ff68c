package io.foreread.it.bench.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks values of options. The message of the {@link IllegalArgumentException} names the option. */
public final class Checks {
    private Checks() {}

    /** @return the value */
    public static int atLeast(int min, String option, int value) {
        if (value < min) throw new IllegalArgumentException(option + ": " + value + " is less than " + min);
        return value;
    }

    /**
     * @return the file, which can be created in an existing directory; empty for an option that was not given
     */
    public static Optional<Path> inDirectory(String option, @Nullable Path file) {
        if (file == null) return Optional.empty();
        Path directory = file.toAbsolutePath().resolveSibling("");
        if (!Files.isDirectory(directory))
            throw new IllegalArgumentException(option + ": there is no directory " + directory);
        return Optional.of(file);
    }
}
