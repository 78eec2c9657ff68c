package io.foreread.exporter.security;

import io.foreread.exporter.config.FileReload;
import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.OperatorFile;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates requests by HTTP basic authentication. Password hashes are expensive by design, so successful logins
 * are cached, and logins that are not cached have a CPU budget per client address and in total. Thread-safe.
 */
public final class BasicAuth {
    /** The result of an authentication. */
    public enum Verdict {
        ADMITTED,
        UNAUTHORIZED,
        /** The CPU budget is exhausted: the password was not checked. */
        RATE_LIMITED
    }

    /** The maximum number of cached logins. A node has a few scrapers. */
    private static final int MAX_CACHED = 64;

    private static final int MAX_CHARS = 4096;
    private static final String DIGEST = "HmacSHA256";

    private final Reloaded<Users> users;
    private final HashBudget budget = new HashBudget();
    private final SecretKeySpec digestKey;
    /** The running checks by credentials and client. */
    private final ConcurrentMap<String, FutureTask<Verdict>> checks = new ConcurrentHashMap<>();
    /** The digest of each cached login, with the line of the users file that admitted it. Guarded by this map. */
    private final Map<String, Users.Line> cached = new LinkedHashMap<String, Users.Line>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Users.Line> eldest) {
            return size() > MAX_CACHED;
        }
    };

    /** @throws IOException if the users file cannot be used; the message says why */
    public BasicAuth(HttpConfig config) throws IOException {
        Path file = Objects.requireNonNull(config.file(HttpSettings.USERS_FILE));
        users = new Reloaded<>(Collections.singletonList(file), new Reloaded.Loader<Users>() {
            @Override
            public Users load() throws IOException {
                return OperatorFile.read(HttpSettings.USERS_FILE.key(), file, Users::read);
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

    /**
     * @param authorization the Authorization header of the request, or null
     * @param client the address of the client, for its CPU budget
     */
    public Verdict check(@Nullable String authorization, InetAddress client) {
        String credentials = credentials(authorization);
        int colon = credentials == null ? -1 : credentials.indexOf(':');
        if (credentials == null || colon < 0) return Verdict.UNAUTHORIZED;
        Users now = users.get();
        String digest = digest(credentials);
        if (isCached(digest, now)) return Verdict.ADMITTED;
        return runOnce(
                digest + ' ' + client.getHostAddress(),
                () -> hash(credentials.substring(0, colon), credentials.substring(colon + 1), digest, now, client));
    }

    private Verdict hash(String user, String password, String digest, Users now, InetAddress client) {
        try (HashBudget.Attempt attempt = budget.enter(client)) {
            if (attempt == null) return Verdict.RATE_LIMITED;
            // A concurrent request can have cached the same login.
            if (isCached(digest, now)) return Verdict.ADMITTED;
            Users.Line line = now.matching(user, password);
            if (line == null) return Verdict.UNAUTHORIZED;
            synchronized (cached) {
                cached.put(digest, line);
            }
            return Verdict.ADMITTED;
        }
    }

    /**
     * Runs the check, or waits for the same check of a concurrent request. Without this, the first logins of a scraper with
     * many targets would exceed the number of attempts of its address. Waiting costs no CPU time and checks no other
     * password.
     *
     * @param login the credentials and the client
     */
    private Verdict runOnce(String login, Callable<Verdict> check) {
        FutureTask<Verdict> own = new FutureTask<>(check);
        FutureTask<Verdict> other = checks.putIfAbsent(login, own);
        if (other == null) {
            try {
                own.run();
            } finally {
                checks.remove(login);
            }
        }
        try {
            return (other == null ? own : other).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Verdict.RATE_LIMITED;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the password could not be checked", e.getCause());
        }
    }

    /**
     * Whether a login is cached and its line is still in the file. If the file changes, logins with unchanged lines
     * stay cached.
     */
    private boolean isCached(String digest, Users now) {
        synchronized (cached) {
            Users.Line line = cached.get(digest);
            return line != null && now.contains(line);
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

    /** Returns a keyed digest, so that the cached digests cannot be used for a dictionary attack without the key. */
    private String digest(String credentials) {
        try {
            Mac mac = Mac.getInstance(DIGEST);
            mac.init(digestKey);
            return Base64.getEncoder().encodeToString(mac.doFinal(credentials.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java does not support " + DIGEST, e);
        }
    }

    /** The state of the last attempt to read the file. */
    public FileReload reload() {
        return users.reload();
    }

    /** Reads the users again if their file has changed. */
    public void refresh() {
        users.refresh();
    }
}
