package io.foreread.exporter.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A password in the first line of a file or in an environment variable. The password is read by each call and not
 * stored. Immutable.
 */
public final class Secret {
    private final String key;
    private final @Nullable Path file;
    private final String variable;

    private Secret(String key, @Nullable Path file, String variable) {
        this.key = key;
        this.file = file;
        this.variable = variable;
    }

    /** @return null if neither of the two settings is set. If both are set, the secret is read from the file. */
    public static @Nullable Secret of(SettingValues values, Setting<Path> file, Setting<String> variable) {
        return of(file.key(), values.find(file), variable.key(), values.find(variable));
    }

    /**
     * @return null if neither the file nor the name of a variable is given. If both are given, the secret is read from
     *     the file.
     */
    public static @Nullable Secret of(
            String fileKey, @Nullable Path file, String variableKey, @Nullable String variable) {
        if (file != null) return new Secret(fileKey, file, "");
        return variable == null ? null : new Secret(variableKey, null, variable);
    }

    /** The setting that names the file or the variable. */
    public String key() {
        return key;
    }

    /** @return the file with the password; null if the password is in an environment variable */
    public @Nullable Path file() {
        return file;
    }

    /**
     * Reads the first line.
     *
     * @throws IOException if there is no password; the message has the key, the file or variable, and the reason
     */
    public String read() throws IOException {
        List<String> lines = lines();
        String password = lines.isEmpty() ? "" : lines.get(0).trim();
        if (password.isEmpty()) throw new IOException(this + " has no password in its first line");
        return password;
    }

    /**
     * Reads all lines. An empty file has none.
     *
     * @throws IOException if the file cannot be read or the variable is empty; the message has the key, the file or
     *     variable, and the reason
     */
    public List<String> lines() throws IOException {
        if (file == null) {
            String value = System.getenv(variable);
            if (value == null || value.isEmpty()) throw new IOException(this + " is not set");
            return Collections.singletonList(value);
        }
        return OperatorFile.read(key, file, OperatorFile::lines);
    }

    /** Returns the key and the location of the secret, but not the secret. */
    @Override
    public String toString() {
        return key + ": " + (file == null ? "the environment variable " + variable : file);
    }
}
