package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetGroupTest {
    @TempDir
    private Path directory;

    /** Prometheus reads the same file and reads them as text. */
    @Test
    void valuesOfLabelsAreTextAsTheyAreWritten() throws IOException {
        Path file =
                write("[{targets: [10.0.0.1:7199], labels: {rack: 010, version: 1.10, zone: on, day: 2026-11-27}}]");
        assertThat(TargetGroup.read(file).get(0).labels())
                .isEqualTo(Map.of("rack", "010", "version", "1.10", "zone", "on", "day", "2026-11-27"));
    }

    @Test
    void aGroupCanContainTheLabelsOfAnother() throws IOException {
        Path file = write(
                """
                - targets: [10.0.0.1:7199]
                  labels: &common {rack: r1}
                - targets: [10.0.0.2:7199]
                  labels: {<<: *common, zone: b}
                """);
        assertThat(TargetGroup.read(file).get(1).labels()).isEqualTo(Map.of("rack", "r1", "zone", "b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{rack: null}", "{rack: ~}", "{rack: }", "{rack: [a]}"})
    void aLabelNeedsText(String labels) throws IOException {
        Path file = write("[{targets: [10.0.0.1:7199], labels: " + labels + "}]");
        assertThatThrownBy(() -> TargetGroup.read(file)).hasMessageEndingWith("label 'rack' has no text as its value");
    }

    @Test
    void aFileInAnotherEncodingIsRejected() throws IOException {
        Path file = Files.write(directory.resolve("targets.yaml"), "# K\u00f6ln".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> TargetGroup.read(file)).hasMessage("targets file " + file + " is not UTF-8");
    }

    /** Prometheus accepts such files. */
    @Test
    void jsonMayHaveTabsBetweenTokensAndEscapedSlashes() throws IOException {
        Path file = Files.writeString(
                directory.resolve("targets.json"),
                "[\n\t{\n\t\t\"targets\": [\"10.0.0.1:7199\"],\n\t\t\"labels\":\t{\"path\": \"a\\/b\\\\/c\\\"\"}\n\t}\n]\n");
        List<TargetGroup> groups = TargetGroup.read(file);
        assertThat(groups).hasSize(1);
        assertThat(groups.get(0).labels()).containsEntry("path", "a/b\\/c\"");
    }

    @Test
    void aTabInAStringOfYamlStaysATab() throws IOException {
        List<TargetGroup> groups =
                TargetGroup.read(write("- {targets: ['10.0.0.1:7199'], labels: {room: \"a\tb\"}}\n"));
        assertThat(groups.get(0).labels()).containsEntry("room", "a\tb");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("targets.yaml"), text);
    }
}
