package io.foreread.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.bench.results.Checkout;
import io.foreread.it.bench.results.ResultFile;
import io.foreread.it.bench.results.ResultTables;
import io.foreread.it.fixture.CassandraVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class TablesCommandTest {
    private static final Path RESULTS = Checkout.root().resolve(Checkout.RESULTS);
    private static final Path PERFORMANCE = Checkout.root().resolve("docs/performance.md");

    @TempDir
    private Path directory;

    private Path document;

    /** Writes a document with a wrong table, and the results for it. */
    @BeforeEach
    void writeDocument() throws IOException {
        document = directory.resolve("document.md");
        Files.writeString(
                document,
                """
                # Title

                <!-- results: startup.json starts -->

                wrong

                <!-- end of results -->
                """);
        new ResultFile(directory.resolve("startup.json"), "startup", "./bench startup")
                .write(
                        List.of(CassandraVersion.of("4.1.10")),
                        Map.of(
                                "cassandra",
                                "4.1.10",
                                "jar_bytes",
                                8 << 20,
                                "starts",
                                List.of(start("stock", 4), start("foreread", 4.5))));
    }

    private static Map<String, Object> start(String contender, double seconds) {
        return Map.of("round", 1, "contender", contender, "seconds", seconds, "cpu_seconds", 7, "resident_mib", 1500);
    }

    static List<String> documents() {
        return Checkout.DOCUMENTS;
    }

    @ParameterizedTest
    @MethodSource("documents")
    void theTablesOfTheDocumentsAreThoseOfTheResults(String name) throws IOException {
        Path shown = Checkout.root().resolve(name);
        assertThat(ResultTables.files(Files.readString(shown))).isNotEmpty();
        assertThat(TablesCommand.run(shown, RESULTS, true))
                .as("difference between %s and %s", name, Checkout.RESULTS)
                .isEmpty();
    }

    @Test
    void theDocumentUsesEveryFileWithResults() throws IOException {
        try (Stream<Path> files = Files.list(RESULTS)) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .sorted()
                    .toList();
            assertThat(ResultTables.files(Files.readString(PERFORMANCE)))
                    .as("files of %s with a table in %s", Checkout.RESULTS, PERFORMANCE)
                    .containsExactlyElementsOf(names);
        }
    }

    @Test
    void everyGoalThatIsNotMetIsInTheSummary() throws IOException {
        String text = Files.readString(PERFORMANCE);
        int summary = text.indexOf("<!-- results: goals-not-met -->");
        List<String> rows = text.substring(summary, text.indexOf("<!-- end", summary))
                .lines()
                .filter(line -> line.startsWith("|"))
                .toList();

        assertThat(rows.subList(2, rows.size()))
                .hasSameSizeAs(text.lines()
                        .filter(line -> line.endsWith("| **not met** |"))
                        .toList());
    }

    @Test
    void tablesBelongToCommands() {
        assertThat(new CommandLine(new Bench()).getSubcommands().keySet()).containsAll(TablesCommand.BENCHES.keySet());
    }

    @Test
    void aCheckReportsTheFirstDifferenceAndChangesNothing() throws IOException {
        String before = Files.readString(document);

        assertThat(TablesCommand.run(document, directory, true))
                .startsWith("line 5 differs from the results: run ./bench tables. It is\n  wrong\n")
                .contains("instead of\n  | | stock | with Foreread |");
        assertThat(document).hasContent(before);
    }

    @Test
    void theCommandWritesTheTables() throws IOException {
        assertThat(TablesCommand.run(document, directory, false)).isEmpty();
        assertThat(Files.readString(document)).contains("| start, s | 4.0 | 4.5 | 0.50 (no interval) | 1 |");
        assertThat(TablesCommand.run(document, directory, true)).isEmpty();
    }
}
