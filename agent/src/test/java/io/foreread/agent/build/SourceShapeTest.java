package io.foreread.agent.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for every Java source of every module. */
class SourceShapeTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> MODULES = List.of(
            "agent", "exporter", "integration-tests/kit", "integration-tests/bench", "integration-tests/suites");
    private static final int MAX_LINES = 300;

    @Test
    void noClassHasTheNameOfAnother() throws IOException {
        Map<String, List<Path>> byName = sources("main", "test").stream()
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(file -> file.getFileName().toString()));
        byName.values().removeIf(files -> files.size() == 1);
        assertThat(byName).as("a class is found by its name alone").isEmpty();
    }

    @Test
    void noMainClassIsTooLong() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : sources("main")) {
            int lines = Files.readAllLines(file).size();
            if (lines > MAX_LINES) tooLong.add(ROOT.relativize(file) + " has " + lines + " lines");
        }
        assertThat(tooLong).as("main classes of more than %s lines", MAX_LINES).isEmpty();
    }

    private static List<Path> sources(String... kinds) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : MODULES)
            for (String kind : kinds) {
                Path root = ROOT.resolve(module).resolve("src").resolve(kind).resolve("java");
                if (!Files.isDirectory(root)) continue;
                try (Stream<Path> files = Files.walk(root)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        assertThat(sources).hasSizeGreaterThan(100);
        return sources;
    }
}
