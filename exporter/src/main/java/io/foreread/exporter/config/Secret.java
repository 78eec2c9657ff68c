package io.foreread.exporter.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A password in the first line of a file or in an environment variable. Immutable; the password is not kept. */
public final class Secret {
    private final String key;
    private final @Nullable Path file;
    private final String variable;

    private Secret(String key, @Nullable Path file, String variable) {
        this.key = key;
        this.file = file;
        this.variable = variable;
    }

    /** @return null if neither of the two settings is set; the file if both are */
    public static @Nullable Secret of(SettingValues values, Setting<Path> file, Setting<String> variable) {
        Path path = values.find(file);
        if (path != null) return new Secret(file.key(), path, "");
        String name = values.find(variable);
        return name == null ? null : new Secret(variable.key(), null, name);
    }

    /** @return null if it is in an environment variable */
    public @Nullable Path file() {
        return file;
    }

    /** @throws IOException if there is no password; the message has the key, the file or variable, and the reason */
    public String read() throws IOException {
        if (file != null) return firstLine(file);
        String value = System.getenv(variable);
        if (value == null || value.isEmpty())
            throw new IOException(key + ": the environment variable " + variable + " is not set");
        return value;
    }

    private String firstLine(Path from) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(from, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new IOException(key + ": " + from + " does not exist", e);
        } catch (AccessDeniedException e) {
            throw new IOException(key + ": " + from + " is not readable by this user", e);
        } catch (IOException e) {
            throw new IOException(key + ": " + from + " " + e.getMessage(), e);
        }
        if (lines.isEmpty())
            throw new IOException(key + ": " + from + " is empty; its first line must be the password");
        return lines.get(0).trim();
    }
}
