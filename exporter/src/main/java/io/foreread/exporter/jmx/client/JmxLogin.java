package io.foreread.exporter.jmx.client;

import io.foreread.exporter.config.FileReload;
import io.foreread.exporter.config.Secret;
import io.foreread.exporter.config.SecretFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.function.Consumer;

/**
 * A user and a password from a file or from an environment variable. The file is read again when it changes. The
 * password is never logged. Thread-safe.
 */
public final class JmxLogin {
    private final Secret secret;
    private final FileReload reload;
    private volatile String[] userAndPassword;

    private JmxLogin(Secret secret, Consumer<String> warnings) throws IOException {
        this.secret = secret;
        Path file = secret.file();
        reload = new FileReload(
                Collections.singletonList(file),
                () -> userAndPassword = read(),
                problem -> warnings.accept("keeping the previous user and password: " + problem));
        userAndPassword = read();
        if (file != null && SecretFile.isReadableByOthers(file))
            warnings.accept("password file " + file + " can be read by others; chmod 600 it");
    }

    /**
     * Reads the first line that is not a comment. It has the form {@code user password}, like a line of Cassandra's
     * {@code jmxremote.password}.
     *
     * @param warnings receives a line if the file is readable by others, and later if a changed file cannot be used
     * @throws IOException if there is no such line; the message says what to change
     */
    public static JmxLogin read(Secret secret, Consumer<String> warnings) throws IOException {
        return new JmxLogin(secret, warnings);
    }

    private String[] read() throws IOException {
        for (String line : secret.lines()) {
            String text = line.trim();
            if (text.isEmpty() || text.startsWith("#")) continue;
            String[] parts = text.split("\\s+", 2);
            if (parts.length == 2) return parts;
            break;
        }
        throw new IOException(secret + " has no line 'user password'");
    }

    /** The setting that names the file or the variable. */
    String key() {
        return secret.key();
    }

    String user() {
        return userAndPassword[0];
    }

    /** Returns the user and the password in the form that JMX expects. */
    String[] credentials() {
        reload.refresh();
        return userAndPassword.clone();
    }
}
