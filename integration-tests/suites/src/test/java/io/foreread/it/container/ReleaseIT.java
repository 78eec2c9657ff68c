package io.foreread.it.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.foreread.it.fixture.ProjectFiles;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the files of a release, which the release profile builds. */
class ReleaseIT {
    private static final String VERSION = "\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?";
    private static final Pattern LISTED = Pattern.compile("(?m)^([\\w.-]+):([\\w.-]+):([\\w.-]+)$");

    private static final Pattern PAGE = Pattern.compile("]\\(([\\w./-]+\\.md)[#)]");

    @Test
    void aReleaseHasJarsSourcesJavadocPackagesArchivesAndSboms() {
        for (String part : List.of("foreread-agent", "foreread-exporter")) {
            ReleaseFiles.named(part + "-" + VERSION + "\\.jar");
            ReleaseFiles.named(part + "-" + VERSION + "-sources\\.jar");
            ReleaseFiles.named(part + "-" + VERSION + "-javadoc\\.jar");
            ReleaseFiles.named(part + "-" + VERSION + "\\.pom");
            ReleaseFiles.named(part + "-" + VERSION + "-sbom\\.json");
            ReleaseFiles.named(part + "_.*_all\\.deb");
            ReleaseFiles.named(part + "-.*\\.noarch\\.rpm");
        }
        ReleaseFiles.named("foreread-agent-" + VERSION + "\\.tar\\.gz");
        ReleaseFiles.named("foreread-" + VERSION + "\\.pom");
        ReleaseFiles.named("foreread-grafana-" + VERSION + "\\.tar\\.gz");
    }

    @Test
    void theTarballContainsEachPageToWhichItsPagesRefer() throws IOException {
        List<String> files = Shell.run(
                        "tar",
                        "-tzf",
                        ReleaseFiles.named("foreread-agent-" + VERSION + "\\.tar\\.gz")
                                .toString())
                .lines()
                .map(name -> name.substring(name.indexOf('/') + 1))
                .toList();
        List<String> pages = files.stream()
                .filter(name -> name.startsWith("docs/") && name.endsWith(".md"))
                .toList();
        assertThat(pages).contains("docs/install.md", "docs/operations.md", "docs/runbooks/README.md");
        for (String page : pages)
            assertThat(files).as("pages to which %s refers", page).containsAll(pagesOf(page));
        assertThat(files).contains("CHANGELOG.md", "SECURITY.md");
    }

    /** Returns the pages to which a page refers, relative to the checkout. Pages outside of docs are in the checkout only. */
    private static List<String> pagesOf(String page) throws IOException {
        Path directory = Path.of(page).getParent();
        return PAGE.matcher(Files.readString(ProjectFiles.of(page)))
                .results()
                .map(link -> directory.resolve(link.group(1)).normalize().toString())
                .filter(link -> link.startsWith("docs/"))
                .distinct()
                .toList();
    }

    @Test
    void theScriptsForPrometheusAreExecutable() {
        String files = Shell.run(
                "tar",
                "-tvzf",
                ReleaseFiles.named("foreread-grafana-" + VERSION + "\\.tar\\.gz")
                        .toString());
        assertThat(files.lines().filter(line -> line.endsWith(".sh")))
                .hasSize(2)
                .allMatch(line -> line.startsWith("-rwxr-xr-x"));
    }

    @Test
    void everyJarContainsTheLicenses() throws IOException {
        for (Path file : ReleaseFiles.built()) {
            if (!file.toString().endsWith(".jar")) continue;
            try (JarFile jar = new JarFile(file.toFile())) {
                assertThat(jar.stream().map(entry -> entry.getName()))
                        .as(file.getFileName().toString())
                        .contains("META-INF/LICENSE", "META-INF/NOTICE", "META-INF/THIRD-PARTY.txt");
            }
        }
    }

    @Test
    void theSumsOfAllFilesAreListedAndCorrect() {
        Path sums = ReleaseFiles.named("SHA256SUMS");
        String checked = Shell.run(
                "sh", "-c", "cd '" + sums.getParent() + "' && sha256sum --strict --check " + sums.getFileName());
        assertThat(checked.lines()).hasSize(ReleaseFiles.built().size() - 1).allMatch(line -> line.endsWith(": OK"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"foreread-agent", "foreread-exporter"})
    void theSbomListsEveryLibraryOfTheJar(String part) throws IOException {
        List<String> listed = new ArrayList<>();
        for (JsonNode component : new ObjectMapper()
                .readTree(ReleaseFiles.named(part + "-" + VERSION + "-sbom\\.json")
                        .toFile())
                .get("components"))
            listed.add(component.get("group").asText() + ":"
                    + component.get("name").asText() + ":"
                    + component.get("version").asText());
        List<String> held = libraries(ReleaseFiles.named(part + "-" + VERSION + "\\.jar"));
        assertThat(held).hasSizeGreaterThan(10);
        assertThat(listed).containsAll(held);
    }

    private static List<String> libraries(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile());
                InputStream in = jar.getInputStream(jar.getEntry("META-INF/THIRD-PARTY.txt"))) {
            return LISTED.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .results()
                    .map(result -> result.group())
                    .toList();
        }
    }
}
