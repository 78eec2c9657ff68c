package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class HttpConfigTest {
    /** For each setting, a function that returns the part of the configuration that the setting changes. */
    private static final Map<Setting<?>, Function<HttpConfig, Object>> EFFECTS = new LinkedHashMap<>();

    static {
        EFFECTS.put(HttpSettings.CERTIFICATE, config -> config.file(HttpSettings.CERTIFICATE));
        EFFECTS.put(HttpSettings.KEY, config -> config.file(HttpSettings.KEY));
        EFFECTS.put(HttpSettings.KEYSTORE, config -> config.file(HttpSettings.KEYSTORE));
        EFFECTS.put(HttpSettings.KEYSTORE_PASSWORD, config -> config.file(HttpSettings.KEYSTORE_PASSWORD));
        EFFECTS.put(HttpSettings.KEYSTORE_PASSWORD_VARIABLE, HttpConfig::keystorePassword);
        EFFECTS.put(HttpSettings.CLIENT_CA, HttpConfig::clientCertificates);
        EFFECTS.put(HttpSettings.PROTOCOLS, HttpConfig::protocols);
        EFFECTS.put(HttpSettings.USERS_FILE, HttpConfig::auth);
        EFFECTS.put(HttpSettings.TIMEOUT, HttpConfig::timeout);
        EFFECTS.put(HttpSettings.CLIENT_NAMES, HttpConfig::clientNames);
        EFFECTS.put(HttpSettings.PROBES_WITHOUT_LOGIN, HttpConfig::probesWithoutLogin);
    }

    private static final Map<String, String> PEM = Map.of(
            "http.tls.certificate", "/c",
            "http.tls.key", " /k ",
            "http.tls.client-ca", "/ca",
            "http.tls.client-names", "[one, two]",
            "http.tls.protocols", "[TLSv1.3]",
            "http.auth.users-file", "/u",
            "http.auth.probes-without-login", "true",
            "http.timeout", "2min");
    private static final Map<String, String> KEYSTORE =
            Map.of("http.tls.keystore", "/s", "http.tls.keystore-password-file", "/p");
    private static final Map<String, String> PASSWORD_VARIABLE =
            Map.of("http.tls.keystore", "/s", "http.tls.keystore-password-env", "PASSWORD");

    private final List<String> problems = new ArrayList<>();

    static List<Setting<?>> settings() {
        return HttpSettings.LIST.all();
    }

    @ParameterizedTest
    @MethodSource("settings")
    void everySettingHasItsEffect(Setting<?> setting) {
        assertThat(EFFECTS).as("add an effect for a new setting").containsKey(setting);
        Optional<Map<String, String>> set = Stream.of(PEM, KEYSTORE, PASSWORD_VARIABLE)
                .filter(settings -> settings.containsKey(setting.key()))
                .findFirst();
        assertThat(set).as("add a value for a new setting").isPresent();
        HttpConfig changed = HttpConfig.of(set.get(), problems);
        assertThat(problems).isEmpty();
        assertThat(EFFECTS.get(setting).apply(changed))
                .isNotEqualTo(EFFECTS.get(setting).apply(HttpConfig.defaults()));
    }

    @Test
    void readsValues() {
        HttpConfig config = HttpConfig.of(PEM, problems);
        assertThat(config.tls()).isTrue();
        assertThat(config.file(HttpSettings.KEY)).isEqualTo(Path.of("/k"));
        assertThat(config.protocols()).containsExactly("TLSv1.3");
        assertThat(config.timeout()).isEqualTo(Duration.ofMinutes(2));
        assertThat(config.access()).isEqualTo("client certificates and basic auth");
        assertThat(HttpConfig.of(KEYSTORE, problems).tls()).isTrue();
        assertThat(HttpConfig.of(PASSWORD_VARIABLE, problems).keystorePassword().file())
                .isNull();
        assertThat(problems).isEmpty();
    }

    @Test
    void defaultIsHttpWithoutAuthentication() {
        HttpConfig config = HttpConfig.of(Map.of("listen", "x", "metrics.naming", "y"), problems);
        assertThat(problems).isEmpty();
        assertThat(config.broken()).isFalse();
        assertThat(config.tls()).isFalse();
        assertThat(config.auth()).isFalse();
        assertThat(config.timeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(config.access()).isEqualTo("no authentication");
    }

    @Test
    void warnsOfUnencryptedPasswordsWithoutTls() {
        assertThat(HttpConfig.of(Map.of("http.auth.users-file", "/u"), problems).access())
                .contains("not encrypted");
    }

    @ParameterizedTest
    @CsvSource({"5s, PT5S", "10m, PT10M"})
    void theLimitsOfTheTimeoutAreAllowed(String value, Duration timeout) {
        assertThat(HttpConfig.of(Map.of("http.timeout", value), problems).timeout())
                .isEqualTo(timeout);
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http.tls.certificate=/c|http.tls.certificate requires http.tls.key",
                "http.tls.key=/c|http.tls.key requires http.tls.certificate",
                "http.tls.keystore=/c|http.tls.keystore requires http.tls.keystore-password-file",
                "http.tls.certificate=/c http.tls.key=/k http.tls.keystore=/s http.tls.keystore-password-file=/p|must not be set together",
                "http.tls.keystore=/s http.tls.keystore-password-file=/p http.tls.keystore-password-env=P|must not be set together",
                "http.tls.keystore=/s http.tls.keystore-password-env=$P|name of an environment variable",
                "http.tls.keystore-password-file=/p|http.tls.keystore-password-file requires http.tls.keystore",
                "http.tls.keystore-password-env=P|http.tls.keystore-password-env requires http.tls.keystore",
                "http.tls.certificate=/c http.tls.key=/k http.tls.client-names=n|http.tls.client-names requires http.tls.client-ca",
                "http.tls.client-ca=/c|http.tls.client-ca requires http.tls.certificate",
                "http.tls.protocols=TLSv1.3|http.tls.protocols requires http.tls.certificate",
                "http.tls.protocols=TLSv1.1|allowed are TLSv1.2, TLSv1.3",
                "http.tls.certificat=/c|unknown key 'http.tls.certificat' (value '/c'); did you mean 'http.tls.certificate'?",
                "http.auth.users-file=|path of a file",
                "http.timeout=4999ms|allowed are 5s to 10m",
                "http.timeout=10m1s|allowed are 5s to 10m",
                "http.timeout=soon|allowed are 5s to 10m",
            })
    void invalidSettingIsReportedAndEndpointStaysClosed(String settings, String expected) {
        Map<String, String> map = new LinkedHashMap<>();
        for (String setting : settings.split(" "))
            map.put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        HttpConfig config = HttpConfig.of(map, problems);
        assertThat(config.broken()).isTrue();
        assertThat(problems).singleElement().asString().contains(expected);
    }
}
