package io.foreread.exporter.config;

import static io.foreread.exporter.config.HttpSettings.CERTIFICATE;
import static io.foreread.exporter.config.HttpSettings.CLIENT_CA;
import static io.foreread.exporter.config.HttpSettings.CLIENT_NAMES;
import static io.foreread.exporter.config.HttpSettings.KEY;
import static io.foreread.exporter.config.HttpSettings.KEYSTORE;
import static io.foreread.exporter.config.HttpSettings.KEYSTORE_PASSWORD;
import static io.foreread.exporter.config.HttpSettings.KEYSTORE_PASSWORD_VARIABLE;
import static io.foreread.exporter.config.HttpSettings.LIST;
import static io.foreread.exporter.config.HttpSettings.PROTOCOLS;
import static io.foreread.exporter.config.HttpSettings.USERS_FILE;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds the security settings of the endpoint. Immutable. With any invalid setting the endpoint is not opened, so that
 * it never has less protection than configured.
 */
public final class HttpConfig {
    private final SettingValues values;
    private final boolean broken;

    private HttpConfig(SettingValues values, boolean broken) {
        this.values = values;
        this.broken = broken;
    }

    /** Returns the defaults: HTTP without authentication. */
    public static HttpConfig defaults() {
        return new HttpConfig(LIST.defaults(), false);
    }

    /**
     * @param settings the given settings; those that do not concern the endpoint are ignored
     * @param problems receives one line per problem, with the key, the value and the allowed values
     */
    public static HttpConfig of(GivenSettings settings, List<String> problems) {
        List<String> mistakes = new ArrayList<>();
        SettingValues values = LIST.read(settings, new SettingProblems(mistakes, LIST.keys()));
        if (mistakes.isEmpty()) checkCombinations(values, mistakes);
        problems.addAll(mistakes);
        return new HttpConfig(values, !mistakes.isEmpty());
    }

    /** Reads settings that do not come from a file. */
    public static HttpConfig of(Map<String, String> settings, List<String> problems) {
        return of(GivenSettings.of(settings), problems);
    }

    private static void checkCombinations(SettingValues values, List<String> mistakes) {
        needs(values, CERTIFICATE, KEY, mistakes);
        needs(values, KEY, CERTIFICATE, mistakes);
        needs(values, KEYSTORE_PASSWORD, KEYSTORE, mistakes);
        needs(values, KEYSTORE_PASSWORD_VARIABLE, KEYSTORE, mistakes);
        if (values.find(KEYSTORE) != null && Secret.of(values, KEYSTORE_PASSWORD, KEYSTORE_PASSWORD_VARIABLE) == null)
            mistakes.add(KEYSTORE + " requires " + KEYSTORE_PASSWORD + " or " + KEYSTORE_PASSWORD_VARIABLE);
        if (values.find(KEYSTORE_PASSWORD) != null && values.find(KEYSTORE_PASSWORD_VARIABLE) != null)
            mistakes.add(KEYSTORE_PASSWORD + " and " + KEYSTORE_PASSWORD_VARIABLE + " must not be set together");
        boolean certificate = values.find(CERTIFICATE) != null;
        boolean keystore = values.find(KEYSTORE) != null;
        if (certificate && keystore) mistakes.add(CERTIFICATE + " and " + KEYSTORE + " must not be set together");
        needs(values, CLIENT_NAMES, CLIENT_CA, mistakes);
        if (!certificate && !keystore) {
            needs(values, CLIENT_CA, CERTIFICATE, mistakes);
            needs(values, PROTOCOLS, CERTIFICATE, mistakes);
        }
    }

    private static void needs(SettingValues values, Setting<?> setting, Setting<?> other, List<String> mistakes) {
        if (values.find(setting) != null && values.find(other) == null) mistakes.add(setting + " requires " + other);
    }

    /** Whether a setting is invalid, so that the endpoint must not be opened. */
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

    /** @return null if the setting is not set */
    public @Nullable Path file(Setting<Path> setting) {
        return values.find(setting);
    }

    /** @return null if no keystore is configured */
    public @Nullable Secret keystorePassword() {
        return Secret.of(values, KEYSTORE_PASSWORD, KEYSTORE_PASSWORD_VARIABLE);
    }

    /** @return empty if not set; TLSv1.2 and TLSv1.3 are then allowed, as far as this Java supports them */
    public List<String> protocols() {
        List<String> protocols = values.find(PROTOCOLS);
        return protocols == null ? Collections.emptyList() : protocols;
    }

    /**
     * Returns the names that certificates of clients may have, in lower case. Null if every certificate that the
     * configured CAs have issued is accepted.
     */
    public @Nullable Set<String> clientNames() {
        return values.find(CLIENT_NAMES);
    }

    /** Whether {@code /ready} and {@code /live} need no password. */
    public boolean probesWithoutLogin() {
        return values.get(HttpSettings.PROBES_WITHOUT_LOGIN);
    }

    public Duration timeout() {
        return values.get(HttpSettings.TIMEOUT);
    }

    /** Describes which clients are admitted, for a log line. */
    public String access() {
        List<String> demands = new ArrayList<>();
        if (clientCertificates()) demands.add("client certificates");
        if (auth()) demands.add(tls() ? "basic auth" : "basic auth (passwords are not encrypted without http.tls)");
        return demands.isEmpty() ? "no authentication" : String.join(" and ", demands);
    }
}
