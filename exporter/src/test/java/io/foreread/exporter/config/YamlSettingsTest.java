package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlSettingsTest {
    @TempDir
    private Path directory;

    private Path file;
    private final List<String> problems = new ArrayList<>();

    private MetricsConfig metrics(String yaml) throws IOException {
        file = Files.writeString(directory.resolve("foreread.yaml"), yaml);
        GivenSettings settings = YamlSettings.read(file);
        problems.addAll(settings.problems());
        return MetricsConfig.of(settings, problems);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "metrics:",
                "metrics: ~",
                "metrics:\n  keyspaces:\n    include:\n    exclude:\n  tables: {top: , top-by: null}\n",
                "metrics: {keyspaces: {}}",
            })
    void aKeyWithoutAValueHasItsDefault(String yaml) throws IOException {
        MetricsConfig config = metrics(yaml);
        assertThat(problems).isEmpty();
        assertThat(config.exportsKeyspace("any")).isTrue();
        assertThat(config.topTables()).isZero();
        assertThat(config.topBy()).isEqualTo(MetricsConfig.TopBy.REQUESTS);
    }

    /** A template whose variable is empty must not open an endpoint without the protection that it configures. */
    @ParameterizedTest
    @ValueSource(strings = {"http.auth.users-file", "http.tls.client-ca", "http.tls.client-names"})
    void aKeyWithoutAValueIsAProblemIfThereIsNoDefault(String key) throws IOException {
        file = Files.writeString(directory.resolve("foreread.yaml"), key + ":\n");
        HttpConfig config = HttpConfig.of(YamlSettings.read(file), problems);
        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith(file + ", line 1, column 1: " + key + " has no value")
                .endsWith("set it, or remove the key");
        assertThat(config.broken()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# only a comment\n", "~\n", "---\n"})
    void aFileWithoutKeysSetsNothing(String yaml) throws IOException {
        file = Files.writeString(directory.resolve("foreread.yaml"), yaml);
        GivenSettings settings = YamlSettings.read(file);
        assertThat(settings.set()).isEmpty();
        assertThat(settings.problems()).isEmpty();
    }

    @Test
    void everyItemOfAListCounts() throws IOException {
        MetricsConfig config = metrics("metrics:\n  keyspaces:\n    include: [a, 'b*']\n");
        assertThat(problems).isEmpty();
        assertThat(config.exportsKeyspace("a")).isTrue();
        assertThat(config.exportsKeyspace("b2")).isTrue();
        assertThat(config.exportsKeyspace("c")).isFalse();
    }

    @Test
    void anEmptyListIsNotADefault() throws IOException {
        assertThat(metrics("metrics: {keyspaces: {include: []}}").exportsKeyspace("any"))
                .isFalse();
        assertThat(problems).isEmpty();
    }

    @Test
    void aKeyThatIsSetTwiceIsAProblemInEveryForm() throws IOException {
        metrics("metrics:\n  tables: {top: 5}\nmetrics:\n  tables: {top: 6}\n  tables.top: 7\n");
        assertThat(problems)
                .containsExactly(
                        file + ", line 3, column 1: the key 'metrics' is set twice; remove one of the two",
                        file + ", line 4, column 12: the key 'metrics.tables.top' is set twice; remove one of the two");
    }

    @Test
    void everyProblemIsListedWithItsPlace() throws IOException {
        metrics(
                """
                metrics:
                  tables:
                    top: 5O
                    top-by: [requests]
                  tabels: {include: a.b}
                  naming: {a: b}
                  refresh: 5
                  keyspaces: {include: [a, {b: c}, ]}
                  node: {include: [~]}
                """);
        String place = file + ", line ";
        assertThat(problems)
                .containsExactly(
                        place + "8, column 28: metrics.keyspaces.include: maps and lists must not be nested here",
                        place + "9, column 20: metrics.node.include: an item of the list is empty",
                        place
                                + "3, column 10: metrics.tables.top: '5O' is not allowed; allowed are whole numbers from 0 to 9999999999",
                        place
                                + "4, column 13: metrics.tables.top-by: [requests] is not allowed; allowed is one value and"
                                + " not a list: requests, disk-space",
                        place + "5, column 12: unknown key 'metrics.tabels.include' (value 'a.b'); did you mean"
                                + " 'metrics.tables.include'?",
                        place
                                + "6, column 12: unknown key 'metrics.naming.a' (value 'b'); metrics.naming takes a value"
                                + " and has no keys below it",
                        place + "7, column 12: metrics.refresh: '5' is not allowed; it must have keys below it, such as"
                                + " metrics.refresh.slow");
    }

    @Test
    void anUnknownKeyWithoutAValueIsAProblemToo() throws IOException {
        metrics("metrics: {tabels: }");
        assertThat(problems)
                .singleElement()
                .asString()
                .endsWith("line 1, column 11: unknown key 'metrics.tabels'; did you mean 'metrics.tables'?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "metrics:\n\ttables: {top: 5}\n",
                "metrics:\n  tables: {top: 5}\n naming: both\n",
                "metrics: [a\n"
            })
    void aSyntaxErrorHasItsPlaceInOneLine(String yaml) {
        assertThatThrownBy(() -> metrics(yaml))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("config " + directory + "/foreread.yaml, line \\d, column \\d: not valid YAML: .+");
    }

    @Test
    void aFileInAnotherEncodingOrADirectoryIsAnErrorWithItsReason() throws IOException {
        Path latin1 = Files.write(directory.resolve("latin1.yaml"), new byte[] {'a', ':', ' ', (byte) 0xE4});
        assertThatThrownBy(() -> YamlSettings.read(latin1))
                .isInstanceOf(IOException.class)
                .hasMessage("config " + latin1 + " is not UTF-8");
        assertThatThrownBy(() -> YamlSettings.read(directory))
                .isInstanceOf(IOException.class)
                .hasMessage("config " + directory + " cannot be read: Is a directory");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{? [a, b] : c} | line 1, column 4: a key must be one word",
                "{'': c} | line 1, column 2: a key must be one word",
                "{metrics: {table: {include: [[a]]}}} | line 1, column 30: metrics.table.include: maps and lists must not be nested here",
                "{metrics: {naming: !!binary Ym90aA==}} | line 1, column 20: metrics.naming: the type tag:yaml.org,2002:binary is not allowed",
            })
    void anUnsupportedNodeIsAProblem(String yaml, String problem) throws IOException {
        metrics(yaml);
        assertThat(problems).containsExactly(file + ", " + problem);
    }

    @Test
    void readingEndsAlthoughAMapContainsItself() throws IOException {
        metrics("metrics: &m\n  tables: *m\n");
        assertThat(problems)
                .containsExactly(file + ", line 1, column 10: metrics" + ".tables".repeat(10)
                        + ": maps and lists must not be nested here");
    }
}
