package io.foreread.exporter.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The users of the users file. Immutable. */
final class Users {
    private final Map<String, PasswordHash> hashes = new LinkedHashMap<>();

    private Users() {}

    /** @throws IOException whose message continues after the name of the file */
    static Users read(Path file) throws IOException {
        Users users = new Users();
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).trim();
            if (line.isEmpty() || line.startsWith("#")) continue;
            int colon = line.indexOf(':');
            if (colon < 1) throw new IOException("line " + (i + 1) + " is not user:hash");
            try {
                users.hashes.put(line.substring(0, colon), PasswordHash.of(line.substring(colon + 1)));
            } catch (IllegalArgumentException e) {
                throw new IOException("line " + (i + 1) + " has " + e.getMessage(), e);
            }
        }
        if (users.hashes.isEmpty()) throw new IOException("contains no user; expected lines user:hash");
        return users;
    }

    /** Checks a password. An unknown user takes the same time. */
    boolean matches(String user, String password) {
        PasswordHash hash = hashes.get(user);
        PasswordHash compared = hash == null ? hashes.values().iterator().next() : hash;
        return compared.matches(password) && hash != null;
    }
}
