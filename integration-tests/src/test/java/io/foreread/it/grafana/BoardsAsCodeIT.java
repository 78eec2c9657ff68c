package io.foreread.it.grafana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.foreread.it.fixture.Shell;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The boards' own checks, where there is a Node.js that runs them and a registry to install from. */
class BoardsAsCodeIT {
    private static final String SOURCE =
            Path.of("..", "grafana", "dashboards", "source").toString();
    private static final int LEAST_NODE = 20;
    private static final Pattern NO_REGISTRY = Pattern.compile("ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ECONNRESET");

    @BeforeAll
    static void install() {
        assumeThat(nodeVersion()).as("Node.js, for the checks of the boards").isGreaterThanOrEqualTo(LEAST_NODE);
        try {
            Shell.run("npm", "--prefix", SOURCE, "ci", "--no-audit", "--no-fund");
        } catch (IllegalStateException e) {
            assumeThat(NO_REGISTRY.matcher(e.getMessage()).find())
                    .as("npm has no registry")
                    .isFalse();
            throw e;
        }
    }

    private static int nodeVersion() {
        try {
            return Integer.parseInt(Shell.run("node", "--version").replaceAll("^v(\\d+)\\..*", "$1"));
        } catch (UncheckedIOException e) {
            return 0;
        }
    }

    @Test
    void theJsonIsWhatItsSourceMakesAndKeepsTheHouseRules() {
        String said = npm("check");
        System.out.println(said.lines().reduce((first, last) -> last).orElse(""));
        assertThat(said).contains(", 0 breaches");
    }

    @Test
    void theHouseRulesFindWhatBreaksThem() {
        assertThat(npm("test")).contains("fail 0");
    }

    private static String npm(String script) {
        return Shell.run("npm", "--prefix", SOURCE, "run", script);
    }
}
