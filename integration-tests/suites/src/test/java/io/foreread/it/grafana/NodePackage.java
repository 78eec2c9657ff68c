package io.foreread.it.grafana;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.foreread.it.fixture.Shell;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A TypeScript package of the project. */
final class NodePackage {
    private static final int MIN_NODE_JS = 20;
    private static final Pattern NO_REGISTRY = Pattern.compile("ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ECONNRESET");

    private final String directory;

    NodePackage(Path directory) {
        this.directory = directory.toString();
    }

    /** Skips the test if Node.js or a package registry is not available. */
    void install() {
        assumeThat(nodeVersion())
                .as("Node.js " + MIN_NODE_JS + " or newer is needed for " + directory)
                .isGreaterThanOrEqualTo(MIN_NODE_JS);
        try {
            Shell.run("npm", "--prefix", directory, "ci", "--no-audit", "--no-fund");
        } catch (IllegalStateException e) {
            assumeThat(NO_REGISTRY.matcher(e.getMessage()).find())
                    .as("npm cannot reach a package registry")
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

    /**
     * Returns the output of the script.
     *
     * @throws IllegalStateException if it fails; the message contains its output
     */
    String run(String script, String... arguments) {
        List<String> command = new ArrayList<>(List.of("npm", "--prefix", directory, "run", script, "--"));
        command.addAll(List.of(arguments));
        return Shell.run(command.toArray(String[]::new));
    }
}
