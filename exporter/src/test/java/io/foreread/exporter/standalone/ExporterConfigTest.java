package io.foreread.exporter.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExporterConfigTest {
    @Test
    void everyKeyIsRead() {
        Map<String, String> settings = new HashMap<>(Map.of(
                "nodes", "10.0.0.1:7199, [::1]:7199,10.0.0.1:7199",
                "listen", "0.0.0.0:9000",
                "jmx.tls", "true",
                "jmx.tls-registry", "false",
                "jmx.timeout", "30s",
                "jmx.callers", "8"));
        List<Setting<Path>> files = List.of(
                ExporterSettings.PASSWORD_FILE,
                ExporterSettings.TRUST_STORE,
                ExporterSettings.TRUST_STORE_PASSWORD,
                ExporterSettings.KEY_STORE,
                ExporterSettings.KEY_STORE_PASSWORD);
        for (Setting<Path> file : files) settings.put(file.key(), "/etc/" + file);
        assertThat(settings.keySet())
                .as("add a value and a check for a new setting")
                .isEqualTo(
                        ExporterSettings.LIST.all().stream().map(Setting::key).collect(Collectors.toSet()));
        settings.put("metrics.tables.top", "10");
        settings.put("http.timeout", "10s");
        ExporterConfig config = ExporterConfig.of(settings);
        assertThat(config.problems()).isEmpty();
        assertThat(config.nodes()).extracting(Object::toString).containsExactly("10.0.0.1:7199", "[::1]:7199");
        assertThat(config.listen()).hasToString("0.0.0.0:9000");
        for (Setting<Path> file : files) assertThat(config.file(file)).hasToString("/etc/" + file);
        assertThat(config.tls()).isTrue();
        assertThat(config.tlsRegistry()).isFalse();
        assertThat(config.timeoutMillis()).isEqualTo(30_000);
        assertThat(config.callers()).isEqualTo(8);
        assertThat(config.metrics().topTables()).isEqualTo(10);
        assertThat(config.http().timeout()).isEqualTo(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @CsvSource({
        "nodes, host, 'host:port, such as 10.0.0.1:7199'",
        "listen, off, host:port",
        "jmx.tls, maybe, true and false",
        "jmx.timeout, 0, 1 to 300 seconds",
        "jmx.callers, 33, 1 to 32",
        "jmx.keystore, '', path of a file",
        "jmx.pasword-file, x, jmx.password-file",
        "metrics.top, 1, unknown key"
    })
    void problemIsOneLineWithTheAllowedValues(String key, String value, String said) {
        assertThat(ExporterConfig.of(Map.of(key, value)).problems())
                .singleElement()
                .asString()
                .contains(key, "'" + value + "'", said);
    }

    @Test
    void onlyMetricsChangeWithoutARestart() {
        ExporterConfig config = ExporterConfig.of(Map.of("nodes", "a:1"));
        assertThat(config.needsRestartFor(ExporterConfig.of(Map.of("nodes", "a:1", "metrics.tables.top", "3"))))
                .isFalse();
        assertThat(config.needsRestartFor(ExporterConfig.of(Map.of("nodes", "b:1"))))
                .isTrue();
    }
}
