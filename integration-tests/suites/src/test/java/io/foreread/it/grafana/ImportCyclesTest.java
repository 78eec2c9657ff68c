package io.foreread.it.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.ProjectFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that imports of TypeScript files have no cycles. */
class ImportCyclesTest {
    /** An import of types or values from a file of the same package. */
    private static final Pattern IMPORT = Pattern.compile("\\b(?:from|import)\\s*\\(?\\s*\"(\\.[^\"]+)\"");

    @ParameterizedTest
    @ValueSource(strings = {"grafana/renderer", "grafana/dashboards/source"})
    void noFileImportsItselfDirectlyOrIndirectly(String directory) throws IOException {
        Map<Path, List<Path>> imports = imports(ProjectFiles.of(directory).resolve("src"));
        assertThat(imports).hasSizeGreaterThan(20);
        assertThat(imports.values().stream().mapToInt(List::size).sum()).isGreaterThan(20);
        // Removes files whose imports have all been removed, because they are in no cycle. The remaining files are in a
        // cycle or import a file of a cycle.
        while (imports.values().removeIf(List::isEmpty))
            imports.values().forEach(imported -> imported.retainAll(imports.keySet()));
        assertThat(new TreeSet<>(imports.keySet()))
                .as("files in a cycle of imports, and files that import such a file")
                .isEmpty();
    }

    private static Map<Path, List<Path>> imports(Path root) throws IOException {
        List<Path> sources;
        try (Stream<Path> files = Files.walk(root)) {
            sources = files.filter(file -> file.toString().matches(".*\\.tsx?")).toList();
        }
        Map<Path, List<Path>> imports = new HashMap<>();
        for (Path source : sources) {
            List<Path> imported = new ArrayList<>();
            IMPORT.matcher(Files.readString(source))
                    .results()
                    .map(match -> source.resolveSibling(match.group(1)).normalize())
                    .forEach(name -> imported.add(source(name, sources)));
            imports.put(source, imported);
        }
        return imports;
    }

    /** @param name the imported path, with the suffix of the compiled file */
    private static Path source(Path name, List<Path> sources) {
        String stem = name.toString().replaceFirst("\\.js$", "");
        return sources.stream()
                .filter(file -> file.toString().replaceFirst("\\.tsx?$", "").equals(stem))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no source of " + name));
    }
}
