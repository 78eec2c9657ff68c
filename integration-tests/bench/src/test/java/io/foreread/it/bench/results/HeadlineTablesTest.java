package io.foreread.it.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.it.bench.comparison.Comparison;
import io.foreread.it.bench.comparison.Goal;
import io.foreread.it.bench.comparison.Quantities;
import io.foreread.it.bench.comparison.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadlineTablesTest {
    private record Speed(int round, String contender, double value) implements Turn {}

    private record Data(List<Speed> turns, List<Comparison> comparisons) {}

    private static final Quantities<Speed> QUANTITIES = new Quantities<>(Map.of("speed", Speed::value));

    private static final Map<String, BenchTables<?>> BENCHES = Map.of(
            "test",
            new BenchTables<>(
                    Data.class,
                    Map.of("comparisons", data -> QUANTITIES.table(data.turns, data.comparisons)),
                    data -> QUANTITIES.measured(data.turns, data.comparisons)));

    private static final String DOCUMENT =
            """
            # Title

            <!-- results: headlines -->
            <!-- end of results -->

            <!-- results: goals-not-met -->
            <!-- end of results -->

            ## Fast, and 4.1's compaction

            <!-- results: fast.json run -->
            <!-- end of results -->

            <!-- results: fast.json comparisons -->
            <!-- end of results -->

            ## Slow

            <!-- results: slow.json run -->
            <!-- end of results -->
            """;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeResults() throws IOException {
        write("fast.json", 10, Goal.atLeast(10));
        write("slow.json", 0.896, Goal.atLeast(0.9));
        write("free.json", 2, null);
        writeHeadlines(
                "| a / b | stock | fast.json | speed | a / b | times | 4.1 |\n| a / b | stock | slow.json | speed | a / b | times | |\n",
                "| speed of a | slow.json | speed | a / b |\n| met | fast.json | speed | a / b |\n");
    }

    @Test
    void rowsWithTheSameTextAreOneRowAndLinkToTheSectionsOfTheRuns() {
        assertThat(tables())
                .contains(
                        """
                        <!-- results: headlines -->

                        | what | compared with | result | details |
                        |---|---|---|---|
                        | a / b | stock | 10.0 times (4.1), 0.90 times (goal not met: 0.90 to 0.90) | [Fast, and 4.1's compaction](#fast-and-41s-compaction), [Slow](#slow) |

                        <!-- end of results -->
                        """);
    }

    @Test
    void theValueIsThatOfTheComparisons() {
        assertThat(tables()).contains("| speed | a / b | 10.0 (10.0 to 10.0) | 2 | >= 10.0 | 5 %: >= 9.50 | met |");
    }

    @Test
    void onlyGoalsThatAreNotMetAreListedAndDoNotLookMet() {
        assertThat(tables())
                .contains(
                        """
                        <!-- results: goals-not-met -->

                        | what | of | goal | median (95 % interval) | details |
                        |---|---|---|---|---|
                        | speed of a | a / b | >= 0.90 | 0.896 (0.90 to 0.90) | [Slow](#slow) |

                        <!-- end of results -->
                        """);
    }

    @Test
    void anUndecidedValueIsCalledUndecided() throws IOException {
        write("fast.json", List.of(new Speed(1, "a", 20), new Speed(1, "b", 1)), Goal.atLeast(10));

        assertThat(tables()).contains("| 20.0 times (4.1, undecided: no interval), ");
    }

    @Test
    void aGoalThatIsNotMetNeedsAText() throws IOException {
        writeHeadlines("| a | stock | fast.json | speed | a / b | times | |\n", "");

        assertThatThrownBy(this::tables)
                .hasMessage("line 6: a goal is not met and has no text:"
                        + " add the row '| TEXT | slow.json | speed | a / b |' below Goals in headlines.md");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "absent.json | speed | a / b | times | ;there is no file absent.json",
                "fast.json | weight | a / b | times | ;fast.json has no quantity 'weight', but 'speed'",
                "fast.json | speed | c / b | times | ;fast.json has no 'speed' of 'c / b', but of 'a / b'",
                "fast.json | speed | a / b | times ;6 cells instead of 7",
            })
    void aWrongHeadlineIsReportedWithOneMessage(String cells, String message) throws IOException {
        writeHeadlines("| a | stock | " + cells + "|\n", "");

        assertThatThrownBy(this::tables)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("line 3: headlines.md, line 7: " + message);
    }

    @Test
    void aTextForAnUnknownValueIsReported() throws IOException {
        writeHeadlines("| a | stock | fast.json | speed | a / b | times | |\n", "| x | slow.json | speed | b / a |\n");

        assertThatThrownBy(this::tables)
                .hasMessage("line 6: headlines.md, line 13: slow.json has no 'speed' of 'b / a', but of 'a / b'");
    }

    @Test
    void aFileWithoutASectionIsReported() throws IOException {
        writeHeadlines("| a | stock | free.json | speed | a / b | times | |\n", "");

        assertThatThrownBy(this::tables).hasMessage("line 3: there is no <!-- results: free.json run -->");
    }

    @Test
    void aMissingTableOrFileIsReported() throws IOException {
        Files.writeString(directory.resolve(Headline.FILE), "## Results\n\n| what |\n|---|\n");
        assertThatThrownBy(this::tables).hasMessage("line 3: headlines.md, line 3: 1 cells instead of 7");
        Files.writeString(directory.resolve(Headline.FILE), "# Headlines\n");
        assertThatThrownBy(this::tables).hasMessage("line 3: headlines.md has no heading 'Results'");
        Files.delete(directory.resolve(Headline.FILE));
        assertThatThrownBy(this::tables).hasMessage("line 3: there is no file headlines.md");
    }

    private String tables() {
        return new ResultTables(directory, BENCHES).generate(DOCUMENT);
    }

    private void write(String file, double ratio, @Nullable Goal goal) {
        write(
                file,
                List.of(
                        new Speed(1, "a", ratio),
                        new Speed(1, "b", 1),
                        new Speed(2, "a", 2 * ratio),
                        new Speed(2, "b", 2)),
                goal);
    }

    private void write(String file, List<Speed> turns, @Nullable Goal goal) {
        new ResultFile(directory.resolve(file), "test", "./bench test")
                .write(List.of(), new Data(turns, List.of(new Comparison("speed", "a", "b", goal))));
    }

    private void writeHeadlines(String results, String goals) throws IOException {
        Files.writeString(
                directory.resolve(Headline.FILE),
                """
                # Headlines

                ## Results

                | what | compared with | file | quantity | of | unit | label |
                |---|---|---|---|---|---|---|
                %s
                ## Goals

                | what | file | quantity | of |
                |---|---|---|---|
                %s"""
                        .formatted(results, goals));
    }
}
