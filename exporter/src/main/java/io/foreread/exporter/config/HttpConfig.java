package io.foreread.exporter.config;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How the endpoint is secured: every key, its default and its documentation. Immutable. Read at the start; the files
 * named here are read again when they change. Any mistake is a problem that keeps the endpoint closed: it never opens
 * with less protection than somebody asked for.
 */
public final class HttpConfig {
    /** What all keys begin with. */
    public static final String PREFIX = "http.";

    /**
     * {@code http.tls.certificate} and {@code http.tls.key}: PEM files, the certificate with what its issuers need after
     * it, the key in PKCS#8, PKCS#1 or SEC1 and not encrypted. The endpoint then speaks https only. Default none.
     */
    public static final String CERTIFICATE = "http.tls.certificate";

    public static final String KEY = "http.tls.key";

    /**
     * {@code http.tls.keystore} and {@code http.tls.keystore-password-file}: a PKCS12 or JKS file in place of the PEM
     * files, and a file whose first line is its password. Default none.
     */
    public static final String KEYSTORE = "http.tls.keystore";

    public static final String KEYSTORE_PASSWORD = "http.tls.keystore-password-file";

    /** {@code http.tls.client-ca}: PEM file; clients must show a certificate that one of these issued. Default none. */
    public static final String CLIENT_CA = "http.tls.client-ca";

    /** {@code http.tls.protocols}: TLSv1.2, TLSv1.3 or both. Default both, as far as this Java has them. */
    public static final String PROTOCOLS = "http.tls.protocols";

    /**
     * {@code http.auth.users-file}: lines {@code user:hash}, the hash bcrypt as {@code htpasswd -nBC 10 user} makes it,
     * or {@code $pbkdf2-sha256$iterations$salt$hash} (sha512 too) in Base64. Every path asks for a password then.
     * Default none.
     */
    public static final String USERS_FILE = "http.auth.users-file";

    /** {@code http.timeout}: longest that one request may take, its answer included; 5s to 10min. Default 60s. */
    public static final String TIMEOUT = "http.timeout";

    private static final List<String> KEYS = Collections.unmodifiableList(
            Arrays.asList(CERTIFICATE, KEY, KEYSTORE, KEYSTORE_PASSWORD, CLIENT_CA, PROTOCOLS, USERS_FILE, TIMEOUT));
    private static final List<String> KNOWN_PROTOCOLS =
            Collections.unmodifiableList(Arrays.asList("TLSv1.2", "TLSv1.3"));

    private static final Duration LEAST_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration MOST_TIMEOUT = Duration.ofMinutes(10);

    private final Map<String, Path> files = new TreeMap<>();
    private List<String> protocols = Collections.emptyList();
    private Duration timeout = Duration.ofSeconds(60);
    private boolean broken;

    private HttpConfig() {}

    /** All defaults: plain HTTP, open to whoever reaches it. */
    public static HttpConfig defaults() {
        return new HttpConfig();
    }

    public static boolean isKey(String key) {
        return key.startsWith(PREFIX);
    }

    /**
     * @param settings key to value; keys that are none of ours are left to others
     * @param problems gets one line per mistake: the key, the value, what is allowed
     */
    public static HttpConfig of(Map<String, String> settings, List<String> problems) {
        HttpConfig config = new HttpConfig();
        List<String> mistakes = new ArrayList<>();
        settings.forEach((key, value) -> {
            if (!isKey(key)) return;
            try {
                config.set(key, value.trim());
            } catch (IllegalArgumentException e) {
                mistakes.add(key + ": '" + value + "' is not allowed; " + e.getMessage());
            }
        });
        if (mistakes.isEmpty()) config.checkTogether(mistakes);
        for (String mistake : mistakes) problems.add(mistake + "; no endpoint is opened with that");
        config.broken = !mistakes.isEmpty();
        return config;
    }

    private void set(String key, String value) {
        if (!KEYS.contains(key))
            throw new IllegalArgumentException("this key is unknown, allowed are " + String.join(", ", KEYS));
        if (key.equals(PROTOCOLS)) protocols = protocols(value);
        else if (key.equals(TIMEOUT)) timeout = timeout(value);
        else if (value.isEmpty()) throw new IllegalArgumentException("it is the path of a file");
        else files.put(key, Paths.get(value));
    }

    private static List<String> protocols(String value) {
        List<String> protocols = new ArrayList<>();
        for (String protocol : value.replaceAll("[\\[\\]\"']", " ").trim().split("[,\\s]+")) {
            if (!KNOWN_PROTOCOLS.contains(protocol))
                throw new IllegalArgumentException("allowed are " + String.join(", ", KNOWN_PROTOCOLS));
            protocols.add(protocol);
        }
        return Collections.unmodifiableList(protocols);
    }

    private static Duration timeout(String value) {
        Duration timeout = Periods.parse(value);
        if (timeout == null || timeout.compareTo(LEAST_TIMEOUT) < 0 || timeout.compareTo(MOST_TIMEOUT) > 0)
            throw new IllegalArgumentException("allowed are 5s to 10min, as 60s or 2min");
        return timeout;
    }

    private void checkTogether(List<String> mistakes) {
        needs(CERTIFICATE, KEY, mistakes);
        needs(KEY, CERTIFICATE, mistakes);
        needs(KEYSTORE, KEYSTORE_PASSWORD, mistakes);
        needs(KEYSTORE_PASSWORD, KEYSTORE, mistakes);
        if (files.containsKey(CERTIFICATE) && files.containsKey(KEYSTORE))
            mistakes.add(CERTIFICATE + " and " + KEYSTORE + " are both set: one of them is enough");
        if (!tls() && files.containsKey(CLIENT_CA)) mistakes.add(CLIENT_CA + " needs " + CERTIFICATE);
        if (!tls() && !protocols.isEmpty()) mistakes.add(PROTOCOLS + " needs " + CERTIFICATE);
    }

    private void needs(String key, String other, List<String> mistakes) {
        if (files.containsKey(key) && !files.containsKey(other)) mistakes.add(key + " needs " + other);
    }

    /** Whether a mistake was found, so that the endpoint must stay closed. */
    public boolean broken() {
        return broken;
    }

    public boolean tls() {
        return files.containsKey(CERTIFICATE) || files.containsKey(KEYSTORE);
    }

    public boolean clientCertificates() {
        return files.containsKey(CLIENT_CA);
    }

    public boolean auth() {
        return files.containsKey(USERS_FILE);
    }

    /** @return null if the key is not set */
    public @Nullable Path file(String key) {
        return files.get(key);
    }

    /** @return empty for what this Java has of TLSv1.2 and TLSv1.3 */
    public List<String> protocols() {
        return protocols;
    }

    public Duration timeout() {
        return timeout;
    }

    /** Who is let in, for a log line. */
    public String access() {
        List<String> demands = new ArrayList<>();
        if (clientCertificates()) demands.add("client certificates");
        if (auth()) demands.add(tls() ? "basic auth" : "basic auth, whose passwords travel readable without http.tls");
        return demands.isEmpty() ? "open to everybody who reaches it" : String.join(" and ", demands);
    }
}
