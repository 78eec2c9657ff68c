package io.foreread.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.config.Naming;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentConfigTest {
    private static final Set<String> HOOKS = Set.of("scrubber", "verifier");

    @Test
    void emptySettingsHaveTheDefaults() {
        AgentConfig config = AgentConfig.of(Map.of(), HOOKS);
        assertThat(config.problems()).isEmpty();
        assertThat(config.enabled()).isTrue();
        assertThat(config.readAhead().mode()).isEqualTo(ReadAhead.Mode.AUTO);
        assertThat(config.readAhead().blockBytes()).isEqualTo(262144);
        assertThat(config.readAhead().budgetBytes()).isEqualTo(67108864);
        assertThat(config.readAhead().overlap()).isTrue();
        assertThat(config.readAhead().decompressAhead()).isEqualTo(ReadAhead.Mode.AUTO);
        assertThat(config.readAhead().directIo()).isFalse();
        assertThat(config.readAhead().skipIndex()).isTrue();
        assertThat(config.readAhead().filterKeyCache()).isTrue();
        assertThat(config.readAhead().skipEmptyInputs()).isTrue();
        assertThat(config.readAhead().reuseScannedBytes()).isTrue();
        assertThat(config.listen().host()).isEqualTo("127.0.0.1");
        assertThat(config.listen().port()).isEqualTo(9507);
        assertThat(config.hookOn("scrubber")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"64KiB,65536", "1MiB,1048576", "4 MiB,4194304", "131072,131072", "131072B,131072"})
    void readsBlockSizes(String value, long bytes) {
        AgentConfig config = AgentConfig.of(Map.of("block-size", value), HOOKS);
        assertThat(config.problems()).isEmpty();
        assertThat(config.readAhead().blockBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"63KiB", "5MiB", "256KB", "262145", "-1", "", "lots", "99999999999999GiB", "0"})
    void wrongBlockSizeIsAProblemAndDisablesReadAhead(String value) {
        AgentConfig config = AgentConfig.of(Map.of("block-size", value), HOOKS);
        assertThat(config.problems())
                .singleElement()
                .asString()
                .contains("block-size", "'" + value + "'", "64KiB to 4MiB");
        assertThat(config.readAhead().mode()).isEqualTo(ReadAhead.Mode.OFF);
    }

    @ParameterizedTest
    @CsvSource({"auto,AUTO", "ON,ON", "true,ON", "off,OFF", "false,OFF"})
    void readsModesInTheSpellingsOfYaml(String value, ReadAhead.Mode mode) {
        assertThat(AgentConfig.of(Map.of("read-ahead", value), HOOKS)
                        .readAhead()
                        .mode())
                .isEqualTo(mode);
    }

    @Test
    void readsTheSettingsOfScans() {
        AgentConfig config =
                AgentConfig.of(Map.of("decompress-ahead", "on", "direct-io", "true", "skip-index", "false"), HOOKS);
        assertThat(config.problems()).isEmpty();
        assertThat(config.readAhead().decompressAhead()).isEqualTo(ReadAhead.Mode.ON);
        assertThat(config.readAhead().directIo()).isTrue();
        assertThat(config.readAhead().skipIndex()).isFalse();
    }

    @Test
    void readsOverlap() {
        assertThat(AgentConfig.of(Map.of("overlap", "false"), HOOKS).readAhead().overlap())
                .isFalse();
        AgentConfig wrong = AgentConfig.of(Map.of("overlap", "perhaps"), HOOKS);
        assertThat(wrong.problems()).singleElement().asString().contains("overlap", "'perhaps'", "true and false");
        assertThat(wrong.readAhead().mode()).isEqualTo(ReadAhead.Mode.OFF);
    }

    @ParameterizedTest
    @CsvSource({"0.0.0.0:9507,0.0.0.0,9507", "[::1]:0,::1,0", "node-1.example:80,node-1.example,80"})
    void readsListenAddresses(String value, String host, int port) {
        AgentConfig config = AgentConfig.of(Map.of("listen", value), HOOKS);
        assertThat(config.listen().host()).isEqualTo(host);
        assertThat(config.listen().port()).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9507", "host", "host:", ":9507", "host:70000", "::1:9507", "a b:1"})
    void wrongListenAddressIsAProblem(String value) {
        AgentConfig config = AgentConfig.of(Map.of("listen", value), HOOKS);
        assertThat(config.problems()).singleElement().asString().contains("listen", value, "127.0.0.1:9507");
        assertThat(config.readAhead().mode()).as("read-ahead stays on").isEqualTo(ReadAhead.Mode.AUTO);
    }

    @Test
    void readAheadIsOffIfAnotherKeyIsWrongBesidesTheListenAddress() {
        AgentConfig config = AgentConfig.of(Map.of("listen", "9507", "size", "1"), HOOKS);
        assertThat(config.problems()).hasSize(2);
        assertThat(config.readAhead().mode()).isEqualTo(ReadAhead.Mode.OFF);
    }

    @ParameterizedTest
    @CsvSource({
        "'metrics: {tables: {top: 1, top: 2}}', AUTO",
        "'http: {timeout: 30s, timeout: 40s}', AUTO",
        "'{overlap: true, overlap: false}', OFF"
    })
    void aKeyThatIsSetTwiceTurnsReadAheadOffUnlessItConcernsMetricsOrTheEndpoint(
            String yaml, ReadAhead.Mode mode, @TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("foreread.yaml"), yaml);
        AgentConfig config = AgentConfig.of(ConfigSources.read(file, new Properties()), HOOKS);
        assertThat(config.problems()).singleElement().asString().contains("is set twice");
        assertThat(config.readAhead().mode()).isEqualTo(mode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "OFF", "false"})
    void listenOffMeansNoEndpoint(String off) {
        assertThat(AgentConfig.of(Map.of("listen", off), HOOKS).listen()).isNull();
    }

    @Test
    void unknownKeysAndHooksAreProblemsWithTheAllowedOnes() {
        assertThat(AgentConfig.of(Map.of("size", "1"), HOOKS).problems())
                .singleElement()
                .asString()
                .contains("'size'", "block-size", "buffer-budget");
        assertThat(AgentConfig.of(Map.of("htp.tls.key", "/k"), HOOKS).problems())
                .containsExactly("unknown key 'htp.tls.key' (value '/k'); did you mean 'http.tls.key'?");
        assertThat(AgentConfig.of(Map.of("hooks.scruber", "off"), HOOKS).problems())
                .singleElement()
                .asString()
                .contains("scruber", "did you mean 'hooks.scrubber'?");
    }

    @Test
    void httpKeysAreReadAndTheirProblemsReported() {
        AgentConfig config = AgentConfig.of(Map.of("http.auth.users-file", "/etc/users"), HOOKS);
        assertThat(config.problems()).isEmpty();
        assertThat(config.http().auth()).isTrue();
        AgentConfig broken = AgentConfig.of(Map.of("http.tls.key", "/etc/key"), HOOKS);
        assertThat(broken.problems()).singleElement().asString().contains("http.tls.certificate");
        assertThat(broken.http().broken()).isTrue();
    }

    @Test
    void metricsKeysAreRead() {
        AgentConfig config = AgentConfig.of(Map.of("metrics.naming", "both"), HOOKS);
        assertThat(config.problems()).isEmpty();
        assertThat(config.metrics().naming()).isEqualTo(Naming.BOTH);
    }

    @Test
    void aChangeOfHttpKeysNeedsARestart() {
        AgentConfig open = AgentConfig.of(Map.of(), HOOKS);
        assertThat(open.needsRestartFor(AgentConfig.of(Map.of("http.timeout", "30s"), HOOKS)))
                .isTrue();
        assertThat(open.needsRestartFor(AgentConfig.of(Map.of("metrics.naming", "both"), HOOKS)))
                .isFalse();
    }

    @Test
    void wrongValueTurnsItsSwitchOffAndUnknownKeyTurnsReadAheadOff() {
        AgentConfig config = AgentConfig.of(Map.of("enabled", "fasle", "hooks.verifier", "flase"), HOOKS);
        assertThat(config.problems()).hasSize(2);
        assertThat(config.enabled()).isFalse();
        assertThat(config.hookOn("verifier")).isFalse();
        assertThat(config.hookOn("scrubber")).isTrue();
        AgentConfig unknown = AgentConfig.of(Map.of("read-ahaed", "off"), HOOKS);
        assertThat(unknown.readAhead().mode()).isEqualTo(ReadAhead.Mode.OFF);
        assertThat(AgentConfig.of(Map.of("http.timeout", "soon", "metrics.x", "y"), HOOKS)
                        .readAhead()
                        .mode())
                .isEqualTo(ReadAhead.Mode.AUTO);
    }

    @Test
    void eachHookCanBeSwitchedOff() {
        AgentConfig config = AgentConfig.of(Map.of("hooks.scrubber", "off", "hooks.verifier", "on"), HOOKS);
        assertThat(config.hookOn("scrubber")).isFalse();
        assertThat(config.hookOn("verifier")).isTrue();
    }
}
