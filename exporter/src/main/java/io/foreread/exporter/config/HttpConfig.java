package io.foreread.exporter.config;

import static io.foreread.exporter.config.HttpSettings.CERTIFICATE;
import static io.foreread.exporter.config.HttpSettings.CLIENT_CA;
import static io.foreread.exporter.config.HttpSettings.KEY;
import static io.foreread.exporter.config.HttpSettings.KEYSTORE;
import static io.foreread.exporter.config.HttpSettings.KEYSTORE_PASSWORD;
import static io.foreread.exporter.config.HttpSettings.LIST;
import static io.foreread.exporter.config.HttpSettings.PROTOCOLS;
import static io.foreread.exporter.config.HttpSettings.USERS_FILE;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds how the endpoint is secured. Immutable. Any mistake is a problem that keeps the endpoint closed: it never opens
 * with less protection than somebody asked for.
 */
public final class HttpConfig {
    private final SettingValues values;
    private final boolean broken;

    private HttpConfig(SettingValues values, boolean broken) {
        this.values = values;
        this.broken = broken;
    }

    /** All defaults: plain HTTP without authentication. */
    public static HttpConfig defaults() {
        return new HttpConfig(LIST.defaults(), false);
    }

    /**
     * @param settings key to value; other keys are ignored
     * @param problems gets one line per mistake: the key, the value, what is allowed
     */
    public static HttpConfig of(Map<String, String> settings, List<String> problems) {
        List<String> mistakes = new ArrayList<>();
        SettingValues values = LIST.read(settings, SettingProblems.refused(mistakes, LIST.keys()));
        if (mistakes.isEmpty()) checkTogether(values, mistakes);
        for (String mistake : mistakes) problems.add(mistake + "; no endpoint is opened with that");
        return new HttpConfig(values, !mistakes.isEmpty());
    }

    private static void checkTogether(SettingValues values, List<String> mistakes) {
        needs(values, CERTIFICATE, KEY, mistakes);
        needs(values, KEY, CERTIFICATE, mistakes);
        needs(values, KEYSTORE, KEYSTORE_PASSWORD, mistakes);
        needs(values, KEYSTORE_PASSWORD, KEYSTORE, mistakes);
        boolean certificate = values.find(CERTIFICATE) != null;
        boolean keystore = values.find(KEYSTORE) != null;
        if (certificate && keystore)
            mistakes.add(CERTIFICATE + " and " + KEYSTORE + " are both set: one of them is enough");
        if (!certificate && !keystore) {
            needs(values, CLIENT_CA, CERTIFICATE, mistakes);
            needs(values, PROTOCOLS, CERTIFICATE, mistakes);
        }
    }

    private static void needs(SettingValues values, Setting<?> setting, Setting<?> other, List<String> mistakes) {
        if (values.find(setting) != null && values.find(other) == null) mistakes.add(setting + " needs " + other);
    }

    /** Whether a mistake was found, so that the endpoint must stay closed. */
    public boolean broken() {
        return broken;
    }

    public boolean tls() {
        return file(CERTIFICATE) != null || file(KEYSTORE) != null;
    }

    public boolean clientCertificates() {
        return file(CLIENT_CA) != null;
    }

    public boolean auth() {
        return file(USERS_FILE) != null;
    }

    /** @return null if it is not set */
    public @Nullable Path file(Setting<Path> setting) {
        return values.find(setting);
    }

    /** @return empty for what this Java has of TLSv1.2 and TLSv1.3 */
    public List<String> protocols() {
        List<String> protocols = values.find(PROTOCOLS);
        return protocols == null ? Collections.emptyList() : protocols;
    }

    public Duration timeout() {
        return values.get(HttpSettings.TIMEOUT);
    }

    /** Who is let in, for a log line. */
    public String access() {
        List<String> demands = new ArrayList<>();
        if (clientCertificates()) demands.add("client certificates");
        if (auth()) demands.add(tls() ? "basic auth" : "basic auth, whose passwords travel readable without http.tls");
        return demands.isEmpty() ? "open to everybody who reaches it" : String.join(" and ", demands);
    }
}
