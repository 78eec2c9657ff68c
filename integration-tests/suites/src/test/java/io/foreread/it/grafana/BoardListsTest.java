package io.foreread.it.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.board.Board;
import io.foreread.it.fixture.GrafanaDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that all files that list dashboards by name are complete. */
class BoardListsTest {
    private static final Path DASHBOARDS = GrafanaDirectory.locate().resolve("dashboards");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "README.md          | ^. `([a-z-]+\\.json)` ",
                "kustomization.yaml | =([a-z-]+\\.json)\\]",
            })
    void everyBoardIsListedOnce(String file, String named) throws IOException {
        List<String> listed = Pattern.compile(named, Pattern.MULTILINE)
                .matcher(Files.readString(DASHBOARDS.resolve(file)))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        assertThat(listed)
                .containsExactlyInAnyOrderElementsOf(
                        Board.all().stream().map(Board::file).toList());
    }
}
