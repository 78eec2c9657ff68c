package io.foreread.exporter.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetTest {
    @TempDir
    private Path directory;

    private List<Target> read(String text) throws Exception {
        return Target.read(Files.writeString(directory.resolve("targets"), text));
    }

    @Test
    void jmxLabelIsASettingAndLabelWithoutUnderscorePrefixIsExported() throws Exception {
        Target target = read("[{\"targets\": [\"a:1\"], \"labels\": {\"rack\": \"r1\", \"__jmx_tls__\": \"true\","
                        + " \"__jmx_password_file__\": \"/p\", \"__meta_x\": \"y\"}}]")
                .get(0);
        assertThat(target.address()).hasToString("a:1");
        assertThat(target.labels()).isEqualTo(Map.of("rack", "r1"));
        assertThat(target.settings()).isEqualTo(Map.of("jmx.tls", "true", "jmx.password-file", "/p"));
    }

    @Test
    void readsSeveralGroupsAndAnEmptyList() throws Exception {
        assertThat(read("- targets: [a:1, 'b:2']\n- targets: ['[::1]:7199']\n  labels: {dc: x}\n"))
                .extracting(target -> target.address().toString())
                .containsExactly("a:1", "b:2", "[::1]:7199");
        assertThat(read("[]")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''| is not a list of groups",
                "'{targets: [a:1]}'| is not a list of groups",
                "'- targets: [a'| is not valid YAML or JSON",
                "'- targets: [a:1]\n  targets: [b:1]'| duplicate key",
                "'- targets: [host]'| group 1: target 'host': allowed is host:port",
                "'- targets: a:1'| targets is not a list",
                "'- target: [a:1]'| unknown key 'target'",
                "'- targets: [a:1]\n- targets: [a:1]'| target a:1 is listed twice",
                "'- {targets: [a:1], labels: {a-b: c}}'| label 'a-b'",
                "'- {targets: [a:1], labels: {target: c}}'| reserved",
                "'- {targets: [a:1], labels: {__jmx_timeout__: 3}}'| unknown label __jmx_timeout__"
            })
    void fileWithAMistakeIsRejectedWithTheReason(String text, String reason) {
        assertThatThrownBy(() -> read(text))
                .hasMessageStartingWith("targets file " + directory)
                .hasMessageContaining(reason.trim());
    }
}
