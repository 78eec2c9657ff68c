package io.foreread.it.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.ProjectFiles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs the checks of the dashboards' source, if Node.js and a package registry are available. */
class BoardsAsCodeIT {
    private static final NodePackage SOURCE = new NodePackage(ProjectFiles.of("grafana/dashboards/source"));

    @BeforeAll
    static void install() {
        SOURCE.install();
    }

    @Test
    void theJsonIsGeneratedFromItsSourceAndFollowsTheRules() {
        String output = SOURCE.run("check");
        System.out.println(output.lines().reduce((first, last) -> last).orElse(""));
        assertThat(output).contains(", 0 breaches");
    }

    @Test
    void theRulesOfDashboardsDetectViolations() {
        assertThat(SOURCE.run("test")).contains("fail 0");
    }
}
