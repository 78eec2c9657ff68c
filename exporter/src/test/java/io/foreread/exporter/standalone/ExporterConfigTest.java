package io.foreread.exporter.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.config.Secret;
import io.foreread.exporter.config.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ExporterConfigTest {
    private record Effect(String value, Function<ExporterConfig, Object> seen) {
        static Effect ofJmx(String value, Setting<?> setting) {
            return new Effect(value, config -> config.jmx().get(setting));
        }

        static Effect ofFile(Setting<Path> file) {
            return new Effect("/etc/" + file, config -> config.jmx().file(file));
        }

        static Effect ofVariable(Setting<Path> file, Setting<String> variable) {
            return new Effect("A_VARIABLE", config -> {
                Secret secret = config.jmx().secret(file, variable);
                return secret != null && secret.key().equals(variable.key()) ? secret.toString() : null;
            });
        }
    }

    /** For each setting, a value that is not the default, and the part of the configuration that the setting changes. */
    private static final Map<Setting<?>, Effect> EFFECTS = new LinkedHashMap<>();

    static {
        EFFECTS.put(ExporterSettings.NODES, new Effect("10.0.0.1:7199", ExporterConfig::nodes));
        EFFECTS.put(ExporterSettings.LISTEN, new Effect("0.0.0.0:9000", config -> config.listen()
                .toString()));
        for (Setting<Path> file : List.of(
                ExporterSettings.PASSWORD_FILE,
                ExporterSettings.TRUST_STORE,
                ExporterSettings.TRUST_STORE_PASSWORD,
                ExporterSettings.KEY_STORE,
                ExporterSettings.KEY_STORE_PASSWORD)) EFFECTS.put(file, Effect.ofFile(file));
        EFFECTS.put(
                ExporterSettings.PASSWORD_VARIABLE,
                Effect.ofVariable(ExporterSettings.PASSWORD_FILE, ExporterSettings.PASSWORD_VARIABLE));
        EFFECTS.put(
                ExporterSettings.TRUST_STORE_PASSWORD_VARIABLE,
                Effect.ofVariable(
                        ExporterSettings.TRUST_STORE_PASSWORD, ExporterSettings.TRUST_STORE_PASSWORD_VARIABLE));
        EFFECTS.put(
                ExporterSettings.KEY_STORE_PASSWORD_VARIABLE,
                Effect.ofVariable(ExporterSettings.KEY_STORE_PASSWORD, ExporterSettings.KEY_STORE_PASSWORD_VARIABLE));
        EFFECTS.put(ExporterSettings.TLS, Effect.ofJmx("true", ExporterSettings.TLS));
        EFFECTS.put(ExporterSettings.TLS_REGISTRY, Effect.ofJmx("false", ExporterSettings.TLS_REGISTRY));
        EFFECTS.put(ExporterSettings.TIMEOUT, Effect.ofJmx("30s", ExporterSettings.TIMEOUT));
        EFFECTS.put(ExporterSettings.CALLERS, Effect.ofJmx("8", ExporterSettings.CALLERS));
        EFFECTS.put(ExporterSettings.TARGETS_FILE, new Effect("/etc/targets.yaml", config -> config.targetsFile()));
        EFFECTS.put(ExporterSettings.TLS_VERIFY_HOST, Effect.ofJmx("false", ExporterSettings.TLS_VERIFY_HOST));
        EFFECTS.put(ExporterSettings.FETCH_TIMEOUT, Effect.ofJmx("90s", ExporterSettings.FETCH_TIMEOUT));
    }

    static List<Setting<?>> settings() {
        return ExporterSettings.LIST.all();
    }

    @ParameterizedTest
    @MethodSource("settings")
    void everySettingHasItsEffect(Setting<?> setting) {
        assertThat(EFFECTS).as("add an effect for a new setting").containsKey(setting);
        ExporterConfig usual = ExporterConfig.of(Map.of());
        ExporterConfig changed =
                ExporterConfig.of(Map.of(setting.key(), EFFECTS.get(setting).value()));
        assertThat(changed.problems()).isEmpty();
        assertThat(EFFECTS.keySet())
                .filteredOn(other -> !Objects.equals(
                        EFFECTS.get(other).seen().apply(changed),
                        EFFECTS.get(other).seen().apply(usual)))
                .singleElement()
                .isSameAs(setting);
    }

    @Test
    void passwordFileOfATargetReplacesTheConfiguredPasswordVariable(@TempDir Path directory) throws IOException {
        ExporterConfig config = ExporterConfig.of(Map.of("jmx.password-env", "ALL_NODES"));
        Path targets = Files.writeString(
                directory.resolve("targets"), "[{targets: ['10.0.0.1:7199'], labels: {__jmx_password_file__: /own}}]");
        Target target = Target.read(targets).get(0);
        assertThat(password(config.jmx(target))).isEqualTo("jmx.password-file: /own");
        assertThat(password(config.jmx())).isEqualTo("jmx.password-env: the environment variable ALL_NODES");
        JmxConfig both = ExporterConfig.of(Map.of("jmx.password-env", "X", "jmx.password-file", "/x"))
                .jmx();
        assertThatThrownBy(() -> password(both))
                .hasMessage("jmx.password-file and jmx.password-env must not be set together");
    }

    private static String password(JmxConfig config) {
        return String.valueOf(config.secret(ExporterSettings.PASSWORD_FILE, ExporterSettings.PASSWORD_VARIABLE));
    }

    @Test
    void settingsHaveTheConfiguredValues() {
        ExporterConfig config = ExporterConfig.of(Map.of(
                "nodes", "10.0.0.1:7199, [::1]:7199,10.0.0.1:7199",
                "jmx.timeout", "30s",
                "metrics.tables.top", "10",
                "http.timeout", "10s"));
        assertThat(config.problems()).isEmpty();
        assertThat(config.nodes()).extracting(Object::toString).containsExactly("10.0.0.1:7199", "[::1]:7199");
        assertThat(config.jmx().get(ExporterSettings.TIMEOUT)).isEqualTo(30);
        assertThat(config.metrics().topTables()).isEqualTo(10);
        assertThat(config.http().timeout()).isEqualTo(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @CsvSource({
        "nodes, host, 'host:port, such as 10.0.0.1:7199'",
        "listen, off, host:port",
        "jmx.tls, maybe, true and false",
        "jmx.timeout, 0, 1 to 300 seconds",
        "jmx.callers, 129, 1 to 128",
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
