package io.foreread.it.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.ProjectFiles;
import io.foreread.it.fixture.Promtool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that alerts are the same for targets with the labels of the Prometheus operator, and that two clusters in one
 * Prometheus are not mixed. By default it checks the alerts of two subjects, because those of all subjects take minutes.
 */
class OperatorLabelsIT {
    private static final Path RULES = ProjectFiles.of("grafana/alerts");

    private static final List<String> BY_DEFAULT = List.of("compaction", "tables");

    /** Its input is recorded rates of datacenters, which have no labels of targets. */
    private static final String WITHOUT_TARGETS = "objectives";

    static List<String> files() throws IOException {
        if (!Full.isAskedFor()) return BY_DEFAULT;
        try (Stream<Path> files = Files.list(RULES.resolve("tests"))) {
            return files.map(file -> file.getFileName().toString().replace(".yaml", ""))
                    .filter(name -> !name.equals(WITHOUT_TARGETS))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void eachClusterHasTheSameAlertsAsWithoutTheLabelsOfTheOperator(String file, @TempDir Path directory)
            throws IOException {
        Promtool.assumeInstalled();
        String tests = Files.readString(RULES.resolve("tests").resolve(file + ".yaml"));
        String changed = OperatorLabels.apply(tests).replace("../", RULES.toAbsolutePath() + "/");
        assertThat(changed).contains("cluster=\"eu\"", "cluster=\"us\"");
        Path variant = Files.writeString(directory.resolve(file + ".yaml"), changed);

        // promtool fails, because each alert fires in both clusters and is expected once.
        String output =
                Promtool.run(List.of("test", "rules", variant.toString())).output();

        assertThat(output).containsAnyOf("FAILED", "SUCCESS").doesNotContain("got:nil");
        assertThat(OperatorLabels.differences(output))
                .as("alerts of %s.yaml with the labels of the Prometheus operator", file)
                .isNotEmpty()
                .allMatch(OperatorLabels.Difference::onlyAdditionalLabels);
    }
}
