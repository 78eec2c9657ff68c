package io.foreread.exporter.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who may come in, as the file has it. Immutable. */
final class Users {
    private final Map<String, PasswordHash> hashes = new LinkedHashMap<>();

    private Users() {}

    /** @throws IOException whose message goes on after the name of the file */
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
        if (users.hashes.isEmpty()) throw new IOException("names no user; a line is user:hash");
        return users;
    }

    /** Costs as much for a user that is none. */
    boolean matches(String user, String password) {
        PasswordHash hash = hashes.get(user);
        PasswordHash compared = hash == null ? hashes.values().iterator().next() : hash;
        return compared.matches(password) && hash != null;
    }
}
