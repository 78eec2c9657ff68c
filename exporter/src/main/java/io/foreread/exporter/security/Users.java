package io.foreread.exporter.security;

import io.foreread.exporter.config.OperatorFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The users of the users file. Immutable. */
final class Users {
    private final Map<String, Line> lines = new LinkedHashMap<>();

    private Users() {}

    /** @throws IOException with a message that the caller puts after the name of the file */
    static Users read(Path file) throws IOException {
        Users users = new Users();
        List<String> lines = OperatorFile.lines(file);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).trim();
            if (line.isEmpty() || line.startsWith("#")) continue;
            int colon = line.indexOf(':');
            if (colon < 1) throw new IOException("line " + (i + 1) + " is not user:hash");
            String user = line.substring(0, colon);
            if (users.lines.containsKey(user))
                throw new IOException("line " + (i + 1) + " repeats the user '" + user + "'; remove one of the lines");
            try {
                users.lines.put(user, new Line(line, PasswordHash.of(line.substring(colon + 1))));
            } catch (IllegalArgumentException e) {
                throw new IOException("line " + (i + 1) + " has " + e.getMessage(), e);
            }
        }
        if (users.lines.isEmpty()) throw new IOException("contains no user; expected lines user:hash");
        return users;
    }

    /**
     * Checks a password. For an unknown user, the password is compared with the first hash of the file. If all hashes have
     * the same cost, the response time does not show whether the user exists.
     *
     * @return the line of the user; null if the user is unknown or the password is wrong
     */
    @Nullable
    Line matching(String user, String password) {
        Line line = lines.get(user);
        Line compared = line == null ? lines.values().iterator().next() : line;
        return compared.hash.matches(password) && line != null ? line : null;
    }

    /** Whether the file has a line with the same user and hash. */
    boolean contains(Line line) {
        Line current = lines.get(line.text.substring(0, line.text.indexOf(':')));
        return current != null && current.text.equals(line.text);
    }

    /** A user with the hash of the password. Immutable. */
    static final class Line {
        private final String text;
        private final PasswordHash hash;

        Line(String text, PasswordHash hash) {
            this.text = text;
            this.hash = hash;
        }
    }
}
