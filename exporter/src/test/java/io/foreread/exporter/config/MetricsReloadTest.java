package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsReloadTest {
    @TempDir
    private Path directory;

    private final List<Integer> applied = new ArrayList<>();
    private boolean needRestart;
    private boolean failing;
    private Path file;
    private MetricsReload reload;

    @BeforeEach
    void watch() throws IOException {
        file = Files.writeString(directory.resolve("foreread.yaml"), top("1"));
        reload = reload(new FileWatch(file), MetricsConfig.of(YamlSettings.read(file), new ArrayList<>()));
    }

    private MetricsReload reload(FileWatch watch, MetricsConfig initial) {
        return new MetricsReload(
                watch,
                () -> {
                    List<String> problems = new ArrayList<>();
                    MetricsConfig metrics = MetricsConfig.of(YamlSettings.read(file), problems);
                    return new MetricsReload.Settings(problems, metrics, needRestart);
                },
                initial,
                metrics -> {
                    if (failing) throw new IllegalStateException("the registry is closed");
                    applied.add(metrics.topTables());
                });
    }

    private static String top(String tables) {
        return "metrics: {tables: {top: " + tables + "}}\n";
    }

    @Test
    void changedSettingsAreApplied() throws IOException {
        assertThat(run()).isEmpty();
        assertThat(applied).isEmpty();
        Files.writeString(file, top("20"));
        assertThat(run()).contains("reloaded " + file + ": its metrics settings are being applied\n");
        assertThat(applied).containsExactly(20);
        assertThat(reload.state().successful()).isTrue();
    }

    @Test
    void aChangeBetweenTheFirstReadAndTheStartOfTheReloadIsApplied() throws IOException {
        FileWatch watch = new FileWatch(file);
        MetricsConfig read = MetricsConfig.of(YamlSettings.read(file), new ArrayList<>());
        Files.writeString(file, top("20"));
        reload = reload(watch, read);
        run();
        assertThat(applied).containsExactly(20);
    }

    @Test
    void theLogSaysWhetherOtherChangesNeedARestart() throws IOException {
        needRestart = true;
        Files.writeString(file, top("20"));
        assertThat(run()).contains("are being applied; other changed settings need a restart\n");
        assertThat(applied).containsExactly(20);
    }

    @Test
    void unchangedSettingsAreNotAppliedAgain() throws IOException {
        Files.writeString(file, "# a comment\n\nlisten: 127.0.0.1:9507\n" + top("1"));
        needRestart = true;
        assertThat(run())
                .contains("reloaded " + file + ": its metrics settings have not changed; other changed settings need a"
                        + " restart\n");
        assertThat(applied).isEmpty();
        assertThat(reload.state().successful()).isTrue();
        Files.writeString(file, top("20"));
        run();
        Files.writeString(file, top("1"));
        run();
        assertThat(applied).containsExactly(20, 1);
    }

    @Test
    void previousSettingsAreAppliedAgainAfterOthersCouldNotBeApplied() throws IOException {
        failing = true;
        Files.writeString(file, top("20"));
        run();
        failing = false;
        Files.writeString(file, top("1"));
        run();
        assertThat(applied).containsExactly(1);
    }

    @Test
    void settingsWithAProblemAreNotApplied() throws IOException {
        Files.writeString(file, top("5O"));
        assertThat(run())
                .contains("keeps the previous configuration until this is corrected: " + file
                        + ", line 1, column 25: metrics.tables.top: '5O' is not allowed")
                .doesNotContain("take effect");
        assertThat(applied).isEmpty();
        assertThat(reload.state().successful()).isFalse();
        Files.writeString(file, top("50"));
        run();
        assertThat(applied).containsExactly(50);
        assertThat(reload.state().successful()).isTrue();
    }

    @Test
    void settingsThatCannotBeAppliedAreAppliedLater() throws IOException {
        failing = true;
        Files.writeString(file, top("20"));
        assertThat(run()).contains("the registry is closed").doesNotContain("take effect");
        assertThat(reload.state().successful()).isFalse();
        failing = false;
        run();
        assertThat(applied).containsExactly(20);
        assertThat(reload.state().successful()).isTrue();
    }

    private String run() {
        return LoggedText.of(reload);
    }
}
