package io.foreread.exporter.security;

import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates requests by HTTP basic authentication. Password hashes are expensive by design, so successful logins
 * are cached and other attempts have a CPU budget. Thread-safe.
 */
public final class BasicAuth {
    /** The result of an authentication. */
    public enum Verdict {
        WELCOME,
        UNAUTHORIZED,
        /** The CPU budget is exhausted: the password was not checked. */
        LATER
    }

    /** The maximum number of cached logins. A node has a few scrapers. */
    private static final int MAX_CACHED = 64;

    private static final int MAX_CHARS = 4096;
    private static final String DIGEST = "HmacSHA256";

    private final Reloaded<UserCache> admitted;
    private final HashBudget budget = new HashBudget(System::nanoTime);
    private final SecretKeySpec digestKey;

    /** @throws IOException if the file cannot be used; the message says why */
    public BasicAuth(HttpConfig config) throws IOException {
        Path file = Objects.requireNonNull(config.file(HttpSettings.USERS_FILE));
        admitted = new Reloaded<>(Collections.singletonList(file), new Reloaded.Loader<UserCache>() {
            @Override
            public UserCache load() throws IOException {
                return new UserCache(OperatorFile.read(HttpSettings.USERS_FILE.key(), file, Users::read));
            }

            @Override
            public String toString() {
                return "users";
            }
        });
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        digestKey = new SecretKeySpec(key, DIGEST);
    }

    /** @param authorization the header, or null */
    public Verdict check(@Nullable String authorization) {
        String credentials = credentials(authorization);
        int colon = credentials == null ? -1 : credentials.indexOf(':');
        if (credentials == null || colon < 0) return Verdict.UNAUTHORIZED;
        UserCache now = admitted.get();
        String digest = digest(credentials);
        if (now.knows(digest)) return Verdict.WELCOME;
        if (!budget.enter()) return Verdict.LATER;
        try {
            // A concurrent request can have cached the same login.
            if (now.knows(digest)) return Verdict.WELCOME;
            if (!now.users.matches(credentials.substring(0, colon), credentials.substring(colon + 1)))
                return Verdict.UNAUTHORIZED;
            now.remember(digest);
            return Verdict.WELCOME;
        } finally {
            budget.leave();
        }
    }

    private static @Nullable String credentials(@Nullable String authorization) {
        if (authorization == null
                || authorization.length() > MAX_CHARS
                || !authorization.regionMatches(true, 0, "Basic ", 0, 6)) return null;
        try {
            return new String(
                    Base64.getDecoder().decode(authorization.substring(6).trim()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** A keyed digest, so that cached logins cannot be attacked with a dictionary without the key. */
    private String digest(String credentials) {
        try {
            Mac mac = Mac.getInstance(DIGEST);
            mac.init(digestKey);
            return Base64.getEncoder().encodeToString(mac.doFinal(credentials.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java does not support " + DIGEST, e);
        }
    }

    /** Reads the users again if their file has changed. */
    public void refresh() {
        admitted.refresh();
    }

    /** The users of one version of the file, and the cache of their successful logins. */
    private static final class UserCache {
        final Users users;
        /** Guarded by this. */
        private final Map<String, Boolean> digests = new LinkedHashMap<String, Boolean>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                return size() > MAX_CACHED;
            }
        };

        UserCache(Users users) {
            this.users = users;
        }

        synchronized boolean knows(String digest) {
            return digests.containsKey(digest);
        }

        synchronized void remember(String digest) {
            digests.put(digest, true);
        }
    }
}
