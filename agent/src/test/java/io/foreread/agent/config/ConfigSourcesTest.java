package io.foreread.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.config.GivenSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigSourcesTest {
    @TempDir
    Path directory;

    private final Properties system = new Properties();

    @Test
    void laterSourceOverridesEarlierOne() throws IOException {
        Path file = write("read-ahead: off\nblock-size: 64KiB\nlisten: 127.0.0.1:1\nhooks:\n  verifier: false\n");
        system.setProperty("foreread.listen", "127.0.0.1:3");
        system.setProperty("unrelated.listen", "x");
        assertThat(texts("config=" + file + ",listen=127.0.0.1:2, block-size = 128KiB ,"))
                .containsEntry("read-ahead", "off")
                .containsEntry("block-size", "128KiB")
                .containsEntry("listen", "127.0.0.1:3")
                .containsEntry("hooks.verifier", "false")
                .hasSize(4);
    }

    @Test
    void missingArgumentsAndAnEmptyFileSetNothing() throws IOException {
        assertThat(texts(null)).isEmpty();
        assertThat(texts("config=" + write("# nothing yet\n"))).isEmpty();
    }

    @Test
    void aFileIsReadWithTheSystemProperties() throws IOException {
        Path file = write("overlap: false\nlisten: a:1\n");
        system.setProperty("foreread.listen", "b:2");
        system.setProperty("foreread.config", "/another/file");
        GivenSettings settings = ConfigSources.read(file, system);
        assertThat(settings.set()).containsOnlyKeys("overlap", "listen");
        assertThat(settings.text("overlap")).isEqualTo("false");
        assertThat(settings.text("listen")).isEqualTo("b:2");
    }

    @Test
    void theFileIsNamedByAnArgumentOrASystemProperty() {
        assertThat(ConfigSources.file(null, system)).isNull();
        assertThat(ConfigSources.file("overlap=false,config=/a.yaml", system)).isEqualTo(Path.of("/a.yaml"));
        system.setProperty("foreread.config", "/b.yaml");
        assertThat(ConfigSources.file(null, system)).isEqualTo(Path.of("/b.yaml"));
    }

    @Test
    void keyWithoutAValueGetsAnEmptyValue() throws IOException {
        assertThat(texts("enabled")).containsEntry("enabled", "");
    }

    @Test
    void anArgumentWithoutAKeyHasAnEmptyKey() throws IOException {
        assertThat(texts("=auto")).containsExactly(Map.entry("", "auto"));
    }

    @Test
    void unusableFileIsNamedInTheMessage() throws IOException {
        assertThatThrownBy(() -> ConfigSources.read("config=/nonexistent.yaml", system))
                .isInstanceOf(IOException.class)
                .hasMessage("config /nonexistent.yaml does not exist");
        Path broken = write("a: [b\n");
        assertThatThrownBy(() -> ConfigSources.read("config=" + broken, system))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(broken + ", line 2, column 1: not valid YAML")
                .hasMessageNotContaining("\n");
        Path list = write("- a\n- b\n");
        assertThatThrownBy(() -> ConfigSources.read("config=" + list, system))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a map of keys to values");
        assertThatThrownBy(() -> ConfigSources.read("config=" + directory, system))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(directory.toString());
    }

    @Test
    void yamlFileCannotCreateObjects() throws IOException {
        Path file = write("read-ahead: !!javax.script.ScriptEngineManager []\n");
        assertThatThrownBy(() -> ConfigSources.read("config=" + file, system))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 1, column 13: not valid YAML");
    }

    @Test
    void listsInBracketsKeepTheirCommas() throws IOException {
        assertThat(texts("metrics.keyspaces.include=[a, b*],listen=[::1]:9507,metrics.table.exclude=[x],overlap=off"))
                .containsExactly(
                        Map.entry("metrics.keyspaces.include", "[a, b*]"),
                        Map.entry("listen", "[::1]:9507"),
                        Map.entry("metrics.table.exclude", "[x]"),
                        Map.entry("overlap", "off"));
    }

    private Map<String, String> texts(String arguments) throws IOException {
        GivenSettings settings = ConfigSources.read(arguments, system);
        Map<String, String> texts = new LinkedHashMap<>();
        settings.set().keySet().forEach(key -> texts.put(key, settings.text(key)));
        return texts;
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "foreread", ".yaml"), yaml);
    }
}
