package io.foreread.exporter.jmx;

import io.foreread.exporter.config.FileReload;
import io.foreread.exporter.config.SecretFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** User and password from a file, read again when it changes. Thread-safe; never printed. */
public final class JmxLogin {
    private final Path file;
    private final FileReload reload;
    private volatile String[] userAndPassword;

    private JmxLogin(Path file, Consumer<String> warnings) throws IOException {
        this.file = file;
        reload = new FileReload(
                Collections.singleton(file),
                () -> userAndPassword = read(),
                problem -> warnings.accept("keeping the previous user and password: " + problem));
        userAndPassword = read();
        if (SecretFile.isReadableByOthers(file))
            warnings.accept("password file " + file + " can be read by others; chmod 600 it");
    }

    /**
     * Reads the first line {@code user password}, as in Cassandra's {@code jmxremote.password}.
     *
     * @param warnings receives a line if the file is readable by others, and later if a changed file cannot be used
     * @throws IOException if there is no such line; the message says what to change
     */
    public static JmxLogin read(Path file, Consumer<String> warnings) throws IOException {
        return new JmxLogin(file, warnings);
    }

    private String[] read() throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new IOException("password file " + file + " does not exist", e);
        } catch (IOException e) {
            throw new IOException("password file " + file + " cannot be read: " + e, e);
        }
        for (String line : lines) {
            String text = line.trim();
            if (text.isEmpty() || text.startsWith("#")) continue;
            String[] parts = text.split("\\s+", 2);
            if (parts.length == 2) return parts;
            break;
        }
        throw new IOException("password file " + file + " has no line 'user password'");
    }

    String user() {
        return userAndPassword[0];
    }

    /** In the form that JMX expects. */
    String[] credentials() {
        reload.refresh();
        return userAndPassword.clone();
    }
}
