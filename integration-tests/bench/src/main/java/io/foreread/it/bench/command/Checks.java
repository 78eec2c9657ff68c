package io.foreread.it.bench.command;

import java.nio.file.Files;
import java.nio.file.Path;

/** Checks values of options. The message of the {@link IllegalArgumentException} names the option. */
public final class Checks {
    private Checks() {}

    /** @return the value */
    public static int atLeast(int min, String option, int value) {
        if (value < min) throw new IllegalArgumentException(option + ": " + value + " is less than " + min);
        return value;
    }

    /**
     * @param file null for an option that was not given
     * @return the file, which can be created in an existing directory
     */
    public static Path inDirectory(String option, Path file) {
        if (file != null && !Files.isDirectory(file.toAbsolutePath().getParent()))
            throw new IllegalArgumentException(
                    option + ": there is no directory " + file.toAbsolutePath().getParent());
        return file;
    }
}
