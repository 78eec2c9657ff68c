package io.foreread.it.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.Alertmanager;
import io.foreread.it.fixture.ProjectFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks on a real Alertmanager which alerts of {@code provisioning/alertmanager.yaml} inhibit which others. */
class AlertInhibitionTest {
    private static final Path CONFIGURATION = ProjectFiles.of("grafana/provisioning/alertmanager.yaml");
    private static final Pattern RULE =
            Pattern.compile("source_matchers: \\[alertname=~?\"([\\w|]+)\"(?:, (\\w+)=\"(\\w+)\")?]\\s+"
                    + "target_matchers: \\[alertname=~?\"([\\w|]+)\"]\\s+equal: \\[([\\w, ]+)]");

    private static Alertmanager alertmanager;

    @BeforeAll
    static void startAlertmanager(@TempDir Path directory) {
        Alertmanager.assumeInstalled();
        alertmanager = Alertmanager.start(CONFIGURATION, directory);
    }

    @AfterAll
    static void stopAlertmanager() {
        if (alertmanager != null) alertmanager.close();
    }

    /** @param equalLabels the names of the labels that must have the same value in both alerts */
    record Inhibition(Map<String, String> source, Map<String, String> target, List<String> equalLabels) {
        @Override
        public String toString() {
            return source.get("alertname") + " inhibits " + target.get("alertname");
        }
    }

    static List<Inhibition> inhibitions() throws IOException {
        List<Inhibition> all = new ArrayList<>();
        for (MatchResult rule :
                RULE.matcher(Files.readString(CONFIGURATION)).results().toList())
            for (String source : rule.group(1).split("\\|"))
                for (String target : rule.group(4).split("\\|")) {
                    Map<String, String> sourceLabels = new TreeMap<>(Map.of("alertname", source));
                    if (rule.group(2) != null) sourceLabels.put(rule.group(2), rule.group(3));
                    all.add(new Inhibition(
                            sourceLabels,
                            Map.of("alertname", target),
                            List.of(rule.group(5).split(", "))));
                }
        return all;
    }

    @Test
    void eachRuleIsAboutAlertsThatExist() throws IOException {
        String text = Files.readString(CONFIGURATION);
        assertThat(RULE.matcher(text).results().count())
                .isEqualTo(Pattern.compile("source_matchers")
                        .matcher(text)
                        .results()
                        .count());
        for (Inhibition rule : inhibitions())
            for (String alert :
                    List.of(rule.source().get("alertname"), rule.target().get("alertname")))
                assertThat(ProjectFiles.of("docs/runbooks/" + alert + ".md")).exists();
    }

    @ParameterizedTest
    @MethodSource("inhibitions")
    void anAlertInhibitsOnlyAlertsOfTheSameNodeDatacenterAndCluster(Inhibition rule) {
        Map<String, String> labels = new TreeMap<>();
        for (String name : rule.equalLabels()) labels.put(name, "of " + rule);
        alertmanager.fire(with(labels, rule.source()));
        Map<String, String> target = with(labels, rule.target());
        alertmanager.fire(target);
        awaitInhibited(target);
        for (String name : rule.equalLabels()) {
            Map<String, String> other = with(target, Map.of(name, "another"));
            alertmanager.fire(other);
            assertThat(alertmanager.inhibits(other)).as("with another %s", name).isFalse();
        }
    }

    @Test
    void aFullDiskOfTheCommitLogInhibitsNoAlertAboutTheDisksOfTheData() {
        Map<String, String> node = Map.of("cluster", "commit log", "instance", "10.0.0.1");
        Map<String, String> headroom = with(node, Map.of("alertname", "CassandraDiskHeadroomLow"));
        Map<String, String> full = with(node, Map.of("alertname", "CassandraDiskNearlyFull", "kind", "commitlog"));
        alertmanager.fire(full);
        alertmanager.fire(headroom);
        assertThat(alertmanager.inhibits(headroom)).isFalse();
        alertmanager.fire(with(full, Map.of("kind", "data")));
        awaitInhibited(headroom);
    }

    private static void awaitInhibited(Map<String, String> labels) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> alertmanager.inhibits(labels));
    }

    private static Map<String, String> with(Map<String, String> labels, Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(labels);
        all.putAll(more);
        return all;
    }
}
