package io.foreread.it.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.it.fixture.CassandraVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultTablesTest {
    private record Data(List<Integer> seconds) {}

    private static final Map<String, BenchTables<?>> BENCHES = Map.of(
            "test",
            new BenchTables<>(
                    Data.class,
                    Map.of("seconds", data -> "| s |\n|---|\n| " + data.seconds + " |\n"),
                    data -> List.of()));

    @TempDir
    private Path directory;

    private ResultTables tables;

    @BeforeEach
    void writeResults() {
        write("test.json", "test", new Data(List.of(1, 2)));
        write("other.json", "other", new Data(List.of()));
        write("wrong.json", "test", Map.of("minutes", 1));
        tables = new ResultTables(directory, BENCHES);
    }

    @Test
    void aTableReplacesTheTextBetweenItsComments() {
        String generated = tables.generate(
                """
                before

                <!-- results: test.json seconds -->
                old
                <!-- end of results -->
                between
                <!-- results: test.json seconds -->
                <!-- end of results -->
                after
                """);

        assertThat(generated)
                .isEqualTo(
                        """
                        before

                        <!-- results: test.json seconds -->

                        | s |
                        |---|
                        | [1, 2] |

                        <!-- end of results -->
                        between
                        <!-- results: test.json seconds -->

                        | s |
                        |---|
                        | [1, 2] |

                        <!-- end of results -->
                        after
                        """);
        assertThat(tables.generate(generated)).isEqualTo(generated);
    }

    @Test
    void everyFileHasALineAboutTheRun() {
        assertThat(tables.generate("<!-- results: test.json run -->\n<!-- end of results -->\n"))
                .contains("`./bench test` on ", "Cassandra 4.1.10");
    }

    @Test
    void aDocumentWithoutResultsDoesNotChange() {
        assertThat(tables.generate("# Title\n\ntext\n")).isEqualTo("# Title\n\ntext\n");
    }

    @Test
    void theFilesOfADocumentAreListed() {
        assertThat(
                        ResultTables.files(
                                """
                        <!-- results: b.json x -->
                        <!-- results: a.json x -->
                        <!-- results: b.json y -->
                        `<!-- results: c.json x -->`
                        """))
                .containsExactly("a.json", "b.json");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "absent.json seconds|line 2: there is no file absent.json",
                "test.json minutes|line 2: test.json: there is no table 'minutes', but run, seconds",
                "other.json seconds|line 2: other.json: the benchmark 'other' has no tables",
                "wrong.json seconds|line 2: wrong.json: data: Missing creator property 'seconds'",
                "empty.json seconds|line 2: empty.json has the schema 0 instead of 1",
                "test.json|line 2: 'test.json' is not a file and a table, such as 'startup.json starts'",
                "../test.json seconds|line 2: '../test.json seconds' is not a file and a table",
            })
    void aWrongCommentOrFileIsReportedWithOneMessage(String comment, String message) throws IOException {
        Files.writeString(directory.resolve("empty.json"), "{}");

        assertThatThrownBy(
                        () -> tables.generate("# Title\n<!-- results: " + comment + " -->\n<!-- end of results -->\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void aMissingEndIsReported() {
        String begin = "<!-- results: test.json seconds -->\n";

        assertThatThrownBy(() -> tables.generate(begin + "text\n"))
                .hasMessage("line 1: there is no <!-- end of results --> after <!-- results: test.json seconds -->");
        assertThatThrownBy(() -> tables.generate(begin + begin + "<!-- end of results -->\n"))
                .hasMessageStartingWith("line 1: there is no <!-- end of results -->");
    }

    @Test
    void anEndWithoutABeginIsReported() {
        assertThatThrownBy(() -> tables.generate("<!-- end of results -->\n"))
                .hasMessage("there is an <!-- end of results --> without a begin");
        String second = "<!-- results: test.json seconds -->\n<!-- end of results -->\n<!-- end of results -->\n";
        assertThatThrownBy(() -> tables.generate(second))
                .hasMessage("there is an <!-- end of results --> without a begin");
    }

    private void write(String file, String bench, Object data) {
        new ResultFile(directory.resolve(file), bench, "./bench " + bench)
                .write(List.of(CassandraVersion.of("4.1.10")), data);
    }
}
