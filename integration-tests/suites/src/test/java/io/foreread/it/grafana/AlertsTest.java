package io.foreread.it.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.ProjectFiles;
import io.foreread.it.fixture.Promtool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that Prometheus accepts the alert rules, and that each alert has a test, a runbook and a dashboard. */
class AlertsTest {
    private static final Path ROOT = ProjectFiles.of("");
    private static final Path RULES = ROOT.resolve("grafana/alerts");
    private static final Path RUNBOOKS = ROOT.resolve("docs/runbooks");

    private static final int MIN_ALERTS = 25;
    private static final Pattern ALERT = Pattern.compile("^ +- alert: (\\w+)$", Pattern.MULTILINE);
    private static final Pattern TESTED = Pattern.compile("^ +(?:- )?alertname: (\\w+)$", Pattern.MULTILINE);
    private static final Pattern INDEX_ROW = Pattern.compile("^\\| \\[(\\w+)]\\(\\1\\.md\\) \\|", Pattern.MULTILINE);
    private static final Pattern RUNBOOK = Pattern.compile(
            "^ +runbook_url: '\\{\\{ or \\$externalLabels.runbook_base \"docs/runbooks\" }}/(\\w+)\\.md'$",
            Pattern.MULTILINE);
    private static final Pattern DASHBOARD = Pattern.compile(
            "^ +dashboard_url: '\\{\\{ \\$externalLabels.dashboard_base }}/d/([\\w-]+)", Pattern.MULTILINE);
    private static final Pattern DASHBOARD_UID = Pattern.compile("^  \"uid\": \"([\\w-]+)\"", Pattern.MULTILINE);
    private static final Pattern GROUP = Pattern.compile("^  - name: (\\S+)$", Pattern.MULTILINE);
    private static final Pattern INTERVAL = Pattern.compile("^    interval: \\d+[ms]$", Pattern.MULTILINE);

    @Test
    void eachAlertHasATestAndARunbook() throws IOException {
        List<String> alerts = found(ALERT, RULES);
        assertThat(alerts).hasSizeGreaterThanOrEqualTo(MIN_ALERTS).doesNotHaveDuplicates();
        assertThat(found(RUNBOOK, RULES)).isEqualTo(alerts);
        assertThat(new TreeSet<>(found(TESTED, RULES.resolve("tests")))).isEqualTo(new TreeSet<>(alerts));
        for (String alert : alerts) assertThat(RUNBOOKS.resolve(alert + ".md")).isNotEmptyFile();
    }

    @Test
    void eachAlertLinksToAnExistingDashboard() throws IOException {
        assertThat(found(DASHBOARD, RULES)).hasSameSizeAs(found(ALERT, RULES));
        assertThat(found(DASHBOARD_UID, ROOT.resolve("grafana/dashboards"), ".json"))
                .containsAll(found(DASHBOARD, RULES));
    }

    @Test
    void eachGroupOfRulesHasANameAndAnInterval() throws IOException {
        assertThat(found(GROUP, RULES)).doesNotHaveDuplicates();
        for (Path file : files(RULES, ".yaml")) {
            String text = Files.readString(file);
            assertThat(INTERVAL.matcher(text).results()).as(file.toString()).hasSize((int)
                    GROUP.matcher(text).results().count());
        }
    }

    @Test
    void theIndexOfRunbooksListsEachAlertOnce() throws IOException {
        String index = Files.readString(RUNBOOKS.resolve("README.md"));
        List<String> listed =
                INDEX_ROW.matcher(index).results().map(row -> row.group(1)).toList();
        assertThat(listed).containsExactlyInAnyOrderElementsOf(found(ALERT, RULES));
    }

    @Test
    void everyRunbookHasAnAlert() throws IOException {
        List<String> alerts = found(ALERT, RULES);
        try (Stream<Path> runbooks = Files.list(RUNBOOKS)) {
            assertThat(runbooks.map(file -> file.getFileName().toString().replace(".md", "")))
                    .filteredOn(name -> !name.equals("README"))
                    .containsExactlyInAnyOrderElementsOf(alerts);
        }
    }

    @Test
    void promtoolAcceptsTheRules() {
        Promtool.assumeInstalled();
        List<String> arguments = new ArrayList<>(List.of("check", "rules"));
        for (Path file : files(RULES, ".yaml")) arguments.add(file.toString());
        Promtool.Run run = Promtool.run(arguments);
        assertThat(run.exitCode()).as(run.output()).isZero();
    }

    /** One promtool runs for each file and core, because a promtool uses one core. The tests of days and the largest files begin. */
    @Test
    void theTestsOfTheRulesPass() throws Exception {
        Promtool.assumeInstalled();
        List<Callable<Promtool.Run>> runs = files(RULES.resolve("tests"), ".yaml").stream()
                .sorted(Comparator.comparing((Path file) -> file.toString().endsWith("-days.yaml"))
                        .thenComparing(file -> file.toFile().length())
                        .reversed())
                .map(file -> (Callable<Promtool.Run>) () -> Promtool.run(List.of("test", "rules", file.toString())))
                .toList();
        assertThat(runs).isNotEmpty();
        ExecutorService cores =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            for (Future<Promtool.Run> run : cores.invokeAll(runs))
                assertThat(run.get().exitCode()).as(run.get().output()).isZero();
        } finally {
            cores.shutdownNow();
        }
    }

    /** The texts that the first group of the pattern matches in the YAML files of the directory, in order. */
    private static List<String> found(Pattern pattern, Path directory) throws IOException {
        return found(pattern, directory, ".yaml");
    }

    private static List<String> found(Pattern pattern, Path directory, String suffix) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files(directory, suffix))
            for (Matcher match = pattern.matcher(Files.readString(file)); match.find(); ) found.add(match.group(1));
        return found;
    }

    private static List<Path> files(Path directory, String suffix) {
        return Arrays.stream(directory.toFile().listFiles((parent, name) -> name.endsWith(suffix)))
                .sorted()
                .map(file -> file.toPath())
                .toList();
    }
}
