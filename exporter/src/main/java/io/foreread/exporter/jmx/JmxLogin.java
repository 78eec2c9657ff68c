package io.foreread.exporter.jmx;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** User and password. Immutable; never printed. */
public final class JmxLogin {
    private final String user;
    private final String password;

    private JmxLogin(String user, String password) {
        this.user = user;
        this.password = password;
    }

    /**
     * Takes the first line of the form {@code user password}, as in Cassandra's own {@code jmxremote.password}.
     *
     * @param warnings gets a line if others may read the file
     * @throws IOException if there is no such line; the message says what to change
     */
    public static JmxLogin read(Path file, Consumer<String> warnings) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new IOException("password file " + file + " does not exist", e);
        } catch (IOException e) {
            throw new IOException("password file " + file + " cannot be read: " + e, e);
        }
        if (othersMayRead(file)) warnings.accept("password file " + file + " can be read by others; chmod 600 it");
        for (String line : lines) {
            String text = line.trim();
            if (text.isEmpty() || text.startsWith("#")) continue;
            String[] parts = text.split("\\s+", 2);
            if (parts.length == 2) return new JmxLogin(parts[0], parts[1]);
            break;
        }
        throw new IOException("password file " + file + " has no line 'user password'");
    }

    private static boolean othersMayRead(Path file) throws IOException {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            return permissions.contains(PosixFilePermission.GROUP_READ)
                    || permissions.contains(PosixFilePermission.OTHERS_READ);
        } catch (UnsupportedOperationException e) {
            // A file system without them has rights of its own.
            return false;
        }
    }

    String user() {
        return user;
    }

    /** As JMX takes them. */
    String[] credentials() {
        return new String[] {user, password};
    }
}
