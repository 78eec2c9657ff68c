package io.foreread.it.container;

import io.foreread.it.fixture.ProjectFiles;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Builds the files of a release of Foreread with the release profile. The build runs in a copy of the checkout,
 * because other suites use the jars of the checkout at the same time.
 */
final class ReleaseFiles {
    private static final List<String> COPIED = List.of(
            ".mvn",
            "mvnw",
            "pom.xml",
            "CHANGELOG.md",
            "LICENSE",
            "NOTICE",
            "SECURITY.md",
            "agent",
            "exporter",
            "docs",
            "grafana",
            "integration-tests");

    private ReleaseFiles() {}

    /**
     * Builds the release once per JVM, in a few minutes, and returns its files.
     *
     * @throws IllegalStateException if the build fails; the message contains its output
     */
    static List<Path> built() {
        return Build.FILES;
    }

    /** Returns the only file of the release whose name matches the regular expression. */
    static Path named(String pattern) {
        List<Path> matching = built().stream()
                .filter(file -> file.getFileName().toString().matches(pattern))
                .toList();
        if (matching.size() != 1) throw new IllegalStateException(pattern + " matches " + matching);
        return matching.get(0);
    }

    private static final class Build {
        static final List<Path> FILES = build();
    }

    private static List<Path> build() {
        Path copy = Path.of("target/release-build").toAbsolutePath();
        try {
            Shell.run("rm", "-rf", copy.toString());
            Files.createDirectories(copy);
            String names = String.join(" ", COPIED);
            Shell.run(
                    "sh",
                    "-c",
                    "tar --exclude=target --exclude=node_modules -C '" + ProjectFiles.of("") + "' -cf - " + names
                            + " | tar -C '" + copy + "' -xf -");
            // The tests are not compiled: the packages do not contain them, and their compilation would take most of
            // the time.
            Shell.run(
                    "sh",
                    "-c",
                    "cd '" + copy + "' && ./mvnw -B -ntp -q -Prelease -Dmaven.test.skip=true -Dspotless.check.skip=true"
                            + " -pl exporter,agent verify");
            try (Stream<Path> files = Files.list(copy.resolve("target/release"))) {
                return files.sorted().toList();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
