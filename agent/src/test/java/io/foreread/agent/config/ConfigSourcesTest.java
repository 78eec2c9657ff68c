package io.foreread.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigSourcesTest {
    @TempDir
    Path directory;

    private final Properties system = new Properties();

    @Test
    void theLaterSourceWins() throws IOException {
        Path file = write("read-ahead: off\nblock-size: 64KiB\nlisten: 127.0.0.1:1\nhooks:\n  verifier: false\n");
        system.setProperty("foreread.listen", "127.0.0.1:3");
        system.setProperty("unrelated.listen", "x");
        assertThat(ConfigSources.read("config=" + file + ",listen=127.0.0.1:2, block-size = 128KiB ,", system))
                .containsEntry("read-ahead", "false")
                .containsEntry("block-size", "128KiB")
                .containsEntry("listen", "127.0.0.1:3")
                .containsEntry("hooks.verifier", "false")
                .hasSize(4);
    }

    @Test
    void noArgumentsAndAnEmptyFileAreNoSettings() throws IOException {
        assertThat(ConfigSources.read(null, system)).isEmpty();
        assertThat(ConfigSources.read("config=" + write("# nothing yet\n"), system))
                .isEmpty();
    }

    @Test
    void aKeyWithoutAValueIsKeptForItsCheckToRefuse() throws IOException {
        assertThat(ConfigSources.read("enabled", system)).containsEntry("enabled", "");
    }

    @Test
    void namesAFileThatCannotBeUsed() throws IOException {
        assertThatThrownBy(() -> ConfigSources.read("config=/nonexistent.yaml", system))
                .isInstanceOf(IOException.class)
                .hasMessage("config /nonexistent.yaml does not exist");
        Path broken = write("a: [b\n");
        assertThatThrownBy(() -> ConfigSources.read("config=" + broken, system))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(broken.toString(), "not valid YAML")
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
    void aFileCannotMakeObjects() throws IOException {
        Path file = write("read-ahead: !!javax.script.ScriptEngineManager []\n");
        assertThatThrownBy(() -> ConfigSources.read("config=" + file, system))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not valid YAML");
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "foreread", ".yaml"), yaml);
    }
}
