package io.foreread.agent.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks rules for all Java sources of all modules. */
class SourceShapeTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> MODULES = List.of(
            "agent", "exporter", "integration-tests/kit", "integration-tests/bench", "integration-tests/suites");
    private static final int MAX_LINES = 300;
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    /** Packages begin with a small letter, classes with a capital one. */
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?(io\\.foreread(?:\\.[a-z]\\w*)*)\\.[A-Z]", Pattern.MULTILINE);

    @Test
    void classNamesAreUnique() throws IOException {
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

    /**
     * {@code main} checks the main sources of all modules. {@code test} checks the main sources of the integration tests
     * together with the suites, which are test sources.
     */
    @ParameterizedTest
    @ValueSource(strings = {"main", "test"})
    void packagesHaveNoImportCycles(String kind) throws IOException {
        List<Path> files = sources("main");
        if (kind.equals("test")) {
            files.removeIf(file -> !file.startsWith(ROOT.resolve("integration-tests")));
            files.addAll(sources(List.of("integration-tests/suites"), "test"));
        }
        Map<String, Set<String>> imports = new TreeMap<>();
        for (Path file : files) {
            String text = Files.readString(file);
            Matcher name = PACKAGE.matcher(text);
            assertThat(name.find()).as(file.toString()).isTrue();
            Set<String> imported = imports.computeIfAbsent(name.group(1), none -> new TreeSet<>());
            for (Matcher one = IMPORT.matcher(text); one.find(); ) imported.add(one.group(1));
            imported.remove(name.group(1));
        }
        assertThat(cycles(imports)).as("packages and what they import").isEmpty();
    }

    @Test
    void onlyPackagesOfACycleAreReported() {
        assertThat(cycles(Map.of("a", Set.of("b"), "b", Set.of("c", "java"), "c", Set.of("b", "d"), "d", Set.of())))
                .isEqualTo(Map.of("b", Set.of("c"), "c", Set.of("b")));
    }

    /** Repeatedly removes packages that import no remaining package or that no remaining package imports. */
    private static Map<String, Set<String>> cycles(Map<String, Set<String>> imports) {
        Map<String, Set<String>> rest = new TreeMap<>();
        imports.forEach((name, imported) -> rest.put(name, new TreeSet<>(imported)));
        int before;
        do {
            before = rest.size();
            Set<String> imported = new TreeSet<>();
            rest.values().forEach(imported::addAll);
            rest.keySet().retainAll(imported);
            rest.values().forEach(one -> one.retainAll(rest.keySet()));
            rest.values().removeIf(Set::isEmpty);
            rest.values().forEach(one -> one.retainAll(rest.keySet()));
        } while (rest.size() < before);
        return rest;
    }

    private static List<Path> sources(String... kinds) throws IOException {
        return sources(MODULES, kinds);
    }

    private static List<Path> sources(List<String> modules, String... kinds) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : modules)
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
