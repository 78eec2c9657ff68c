package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpConfigTest {
    private final List<String> problems = new ArrayList<>();

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
    void readsAllSettings() {
        Map<String, String> pem = Map.of(
                "http.tls.certificate", "/c",
                "http.tls.key", " /k ",
                "http.tls.client-ca", "/ca",
                "http.tls.protocols", "[TLSv1.3]",
                "http.auth.users-file", "/u",
                "http.timeout", "2min");
        Map<String, String> keystore = Map.of("http.tls.keystore", "/s", "http.tls.keystore-password-file", "/p");
        Map<String, String> variable = Map.of("http.tls.keystore", "/s", "http.tls.keystore-password-env", "PASSWORD");
        assertThat(HttpConfig.of(variable, problems).keystorePassword().file()).isNull();
        assertThat(HttpSettings.LIST.all())
                .as("add a value and a check for a new setting")
                .allMatch(setting -> pem.containsKey(setting.key())
                        || keystore.containsKey(setting.key())
                        || variable.containsKey(setting.key()));
        HttpConfig config = HttpConfig.of(pem, problems);
        assertThat(problems).isEmpty();
        assertThat(config.tls()).isTrue();
        assertThat(config.file(HttpSettings.CERTIFICATE)).isEqualTo(Path.of("/c"));
        assertThat(config.file(HttpSettings.KEY)).isEqualTo(Path.of("/k"));
        assertThat(config.file(HttpSettings.CLIENT_CA)).isEqualTo(Path.of("/ca"));
        assertThat(config.file(HttpSettings.USERS_FILE)).isEqualTo(Path.of("/u"));
        assertThat(config.protocols()).containsExactly("TLSv1.3");
        assertThat(config.timeout()).isEqualTo(Duration.ofMinutes(2));
        assertThat(config.access()).isEqualTo("client certificates and basic auth");
        HttpConfig stored = HttpConfig.of(keystore, problems);
        assertThat(problems).isEmpty();
        assertThat(stored.tls()).isTrue();
        assertThat(stored.file(HttpSettings.KEYSTORE)).isEqualTo(Path.of("/s"));
        assertThat(stored.file(HttpSettings.KEYSTORE_PASSWORD)).isEqualTo(Path.of("/p"));
    }

    @Test
    void warnsOfUnencryptedPasswordsWithoutTls() {
        assertThat(HttpConfig.of(Map.of("http.auth.users-file", "/u"), problems).access())
                .contains("not encrypted");
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
                "http.tls.client-ca=/c|http.tls.client-ca requires http.tls.certificate",
                "http.tls.protocols=TLSv1.3|http.tls.protocols requires http.tls.certificate",
                "http.tls.protocols=TLSv1.1|allowed are TLSv1.2, TLSv1.3",
                "http.tls.certificat=/c|unknown key 'http.tls.certificat' (value '/c'); did you mean 'http.tls.certificate'?",
                "http.auth.users-file=|path of a file",
                "http.timeout=1s|allowed are 5s to 10m",
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
