package io.foreread.exporter.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Declares the settings {@code http.*} of the endpoint. The settings are read at the start. A file that a setting names
 * is read again when the file changes.
 */
public final class HttpSettings {
    public static final SettingList LIST = new SettingList("http.");

    private static final List<String> PROTOCOL_NAMES =
            Collections.unmodifiableList(Arrays.asList("TLSv1.2", "TLSv1.3"));
    private static final Duration MIN_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(10);
    private static final String TIMEOUTS = "5s to 10m";

    public static final Setting<Path> CERTIFICATE = LIST.declareFile(
            "http.tls.certificate",
            "/etc/cassandra/foreread.crt",
            "PEM file with the certificate of the endpoint, followed by the certificates of its issuers."
                    + " The endpoint then accepts https only.");

    public static final Setting<Path> KEY = LIST.declareFile(
            "http.tls.key",
            "/etc/cassandra/foreread.key",
            "PEM file with the private key of the certificate: PKCS#8, PKCS#1 or SEC1, not encrypted.");

    public static final Setting<Path> KEYSTORE = LIST.declareFile(
            "http.tls.keystore",
            "/etc/cassandra/foreread.p12",
            "PKCS12 or JKS file with the certificate and its key, in place of the two PEM files.");

    public static final Setting<Path> KEYSTORE_PASSWORD = LIST.declareFile(
            "http.tls.keystore-password-file",
            "/etc/cassandra/foreread.password",
            "File whose first line is the password of the keystore.");

    public static final Setting<String> KEYSTORE_PASSWORD_VARIABLE = LIST.declareVariable(
            "http.tls.keystore-password-env",
            "FOREREAD_KEYSTORE_PASSWORD",
            "Environment variable with the password of the keystore, in place of the file.");

    public static final Setting<Path> CLIENT_CA = LIST.declareFile(
            "http.tls.client-ca",
            "/etc/cassandra/prometheus-ca.crt",
            "PEM file with the certificates of certificate authorities."
                    + " Clients must then present a certificate issued by one of these authorities.");

    public static final Setting<Set<String>> CLIENT_NAMES = LIST.declareOptionalList(
            "http.tls.client-names",
            "[prometheus.example.org]",
            HttpSettings::names,
            "list of names",
            "Names of the allowed clients. The certificate of a client must have one of these names as the common name"
                    + " of its subject or as an alternative name (DNS name, IP address, e-mail address or URI). If this"
                    + " is not set, every certificate that one of the authorities issued is accepted.");

    public static final Setting<List<String>> PROTOCOLS = LIST.declareOptionalList(
            "http.tls.protocols",
            "[TLSv1.2, TLSv1.3]",
            HttpSettings::protocols,
            "list of " + String.join(", ", PROTOCOL_NAMES),
            "Allowed TLS versions. If this is not set, both versions are allowed if the Java runtime supports them.");

    public static final Setting<Path> USERS_FILE = LIST.declareFile(
            "http.auth.users-file",
            "/etc/cassandra/foreread.users",
            "File with a line `user:hash` for each user; every path then requires a password."
                    + " The hash is bcrypt, as `htpasswd -nBC 10 USER` prints it, or PBKDF2:"
                    + " `$pbkdf2-sha256$iterations$salt$hash`, or the same with `sha512`; salt and hash in Base64.");

    public static final Setting<Boolean> PROBES_WITHOUT_LOGIN = LIST.declareBoolean(
            "http.auth.probes-without-login",
            false,
            "Whether `/ready` and `/live` need no password, so that a kubelet can use them. They contain no metrics.");

    public static final Setting<Duration> TIMEOUT = LIST.declare(
            "http.timeout",
            "60s",
            HttpSettings::timeout,
            TIMEOUTS,
            "Maximum time to receive one request and to send its response. The time to read the metrics is not included.");

    private HttpSettings() {}

    private static List<String> protocols(List<String> protocols) {
        if (protocols.isEmpty() || !PROTOCOL_NAMES.containsAll(protocols))
            throw new IllegalArgumentException("allowed are " + String.join(", ", PROTOCOL_NAMES));
        return Collections.unmodifiableList(new ArrayList<>(protocols));
    }

    private static Set<String> names(List<String> names) {
        Set<String> lowerCase = new LinkedHashSet<>();
        for (String name : names) lowerCase.add(name.toLowerCase(Locale.ROOT));
        if (lowerCase.isEmpty()) throw new IllegalArgumentException("allowed is a list of at least one name");
        return Collections.unmodifiableSet(lowerCase);
    }

    private static Duration timeout(String value) {
        return Durations.parse(value, MIN_TIMEOUT, MAX_TIMEOUT, TIMEOUTS);
    }
}
