package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GivenSettingsTest {
    @TempDir
    private Path directory;

    private GivenSettings file(String yaml) throws IOException {
        return YamlSettings.read(Files.writeString(directory.resolve("foreread.yaml"), yaml));
    }

    @Test
    void argumentsHavePrecedenceOverAFileAndKeepItsProblems() throws IOException {
        GivenSettings settings = file("listen: a:1\nread-ahead: off\nblock-size: 1MiB\nblock-size: 2MiB\n");
        settings.putAll(GivenSettings.of(Map.of("listen", "b:2", "overlap", "false")));
        assertThat(settings.text("listen")).isEqualTo("b:2");
        assertThat(settings.text("read-ahead")).isEqualTo("off");
        assertThat(settings.text("overlap")).isEqualTo("false");
        assertThat(settings.problems()).singleElement().asString().contains("'block-size' is set twice");
        assertThat(settings.problemKeys()).containsExactly("block-size");
    }

    @Test
    void problemsOfLaterSettingsAreAdded() throws IOException {
        GivenSettings settings = GivenSettings.of(Map.of("listen", "b:2"));
        settings.putAll(file("overlap: [[x]]\n"));
        assertThat(settings.problems()).singleElement().asString().contains("overlap");
        assertThat(settings.problemKeys()).containsExactly("overlap");
    }

    @Test
    void onlyAKeyWithOneValueHasAText() throws IOException {
        GivenSettings settings = file("one: a\nlist: [a, b]\nunset:\n");
        assertThat(settings.text("one")).isEqualTo("a");
        assertThat(settings.text("list")).isNull();
        assertThat(settings.text("unset")).isNull();
        assertThat(settings.text("missing")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a, b", "[a,b]", "a b", "[\"a\", 'b']", "\"a\",b"})
    void aTextCanBeAListInManyForms(String text) {
        assertThat(GivenValue.of(text).items()).containsExactly("a", "b");
    }

    @Test
    void onlyPairedQuotesAreRemoved() {
        assertThat(GivenValue.of("\", 'a, a', 'b\"").items()).containsExactly("\"", "'a", "a'", "'b\"");
    }

    @Test
    void onlyBracketsAreAnEmptyList() {
        assertThat(GivenValue.of("[]").items()).isEmpty();
        assertThatThrownBy(() -> GivenValue.of(" ").items())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a list is expected; [] is the empty one");
    }
}
