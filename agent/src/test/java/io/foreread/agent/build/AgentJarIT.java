package io.foreread.agent.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the content of the jar that operators install. */
class AgentJarIT {
    private static final Set<String> IN_CASSANDRA_PACKAGES = Set.of(
            "org/apache/cassandra/io/util/ScanReader.class",
            "org/apache/cassandra/io/util/package-info.class",
            "org/apache/cassandra/io/sstable/format/DataFile.class",
            "org/apache/cassandra/io/sstable/format/package-info.class");

    private static final String SHADED = "io/foreread/shaded/";
    private static final String BINDERS = SHADED + "micrometer/core/instrument/binder/";

    private JarFile jar;

    @BeforeEach
    void open() throws IOException {
        jar = new JarFile(System.getProperty("foreread.agent.jar"));
    }

    @AfterEach
    void close() throws IOException {
        jar.close();
    }

    @Test
    void containsOnlyForereadsPackagesIncludingRelocatedLibraries() {
        assertThat(files())
                .filteredOn(name -> !name.startsWith("io/foreread/") && !IN_CASSANDRA_PACKAGES.contains(name))
                .containsExactlyInAnyOrder(
                        "META-INF/MANIFEST.MF", "META-INF/LICENSE", "META-INF/NOTICE", "META-INF/THIRD-PARTY.txt");
        assertThat(files()).containsAll(IN_CASSANDRA_PACKAGES);
    }

    @Test
    void containsTheLicenseAndTheNoticeOfForeread() throws IOException {
        assertThat(text("META-INF/LICENSE")).isEqualTo(Files.readString(Path.of("../LICENSE")));
        assertThat(text("META-INF/NOTICE")).isEqualTo(Files.readString(Path.of("../NOTICE")));
    }

    /** Finds the library of each relocated class in the class path of this test, from which the jar is built. */
    @Test
    void listsEveryLibraryThatItContains() throws IOException {
        String listed = text("META-INF/THIRD-PARTY.txt");
        Map<String, String> libraries = librariesByClass();
        Set<String> held = new TreeSet<>();
        for (String file : files()) {
            if (!file.startsWith(SHADED) || !file.endsWith(".class")) continue;
            String library = libraries.get(file.substring(SHADED.length()).toLowerCase(Locale.ROOT));
            assertThat(library).as("library of %s", file).isNotNull();
            held.add(library);
        }
        assertThat(held).hasSizeGreaterThan(10).allSatisfy(library -> assertThat(listed)
                .containsPattern("(?m)^\\S+:" + Pattern.quote(library) + "$"));
    }

    @Test
    void containsTheLicenseTextsThatMustAccompanyBinaries() throws IOException {
        assertThat(text("META-INF/THIRD-PARTY.txt"))
                .contains("INRIA, France Telecom", "Gil Tene", "Damien Miller", "The Netty Project")
                .doesNotContain("QOS.ch");
    }

    @Test
    void containsNoLibraryThatTheNodeProvides() {
        assertThat(files()).noneMatch(name -> name.contains("codahale") || name.contains("slf4j"));
    }

    @Test
    void containsNothingThatOnlyTheStandaloneExporterNeeds() {
        assertThat(files())
                .noneMatch(name -> name.matches("io/foreread/exporter/jmx/[^/]+"))
                .noneMatch(name -> name.startsWith("io/foreread/exporter/standalone/"));
    }

    @Test
    void containsNoAnnotationsThatOnlyTheCompilerReads() {
        assertThat(files()).noneMatch(name -> name.contains("jspecify"));
    }

    /**
     * The jar has none of the libraries that Micrometer can measure, so only Micrometer's metrics of the JVM and the system
     * are usable.
     */
    @Test
    void containsNoMetricsOfMissingLibraries() {
        assertThat(files())
                .filteredOn(name -> name.startsWith(BINDERS) && name.indexOf('/', BINDERS.length()) > 0)
                .isNotEmpty()
                .allMatch(name -> name.startsWith(BINDERS + "jvm/") || name.startsWith(BINDERS + "system/"));
    }

    @Test
    void containsNoEntryTwice() {
        Set<String> seen = new HashSet<>();
        assertThat(files()).allMatch(seen::add);
    }

    @Test
    void everyClassRunsOnJava8() throws IOException {
        for (JarEntry entry : entries()) {
            if (!entry.getName().endsWith(".class")) continue;
            try (InputStream in = jar.getInputStream(entry)) {
                byte[] head = in.readNBytes(8);
                assertThat((head[6] << 8) | head[7]).as(entry.getName()).isLessThanOrEqualTo(52);
            }
        }
    }

    @Test
    void manifestDeclaresTheAgent() throws IOException {
        Attributes manifest = jar.getManifest().getMainAttributes();
        assertThat(manifest.getValue("Premain-Class")).isEqualTo("io.foreread.agent.ForereadAgent");
        assertThat(manifest.getValue("Agent-Class")).isEqualTo("io.foreread.agent.ForereadAgent");
        assertThat(manifest.getValue("Can-Retransform-Classes")).isEqualTo("true");
        assertThat(manifest.getValue("Implementation-Version")).isNotBlank();
        assertThat(manifest.getValue("Multi-Release")).isNull();
    }

    @Test
    void commandLineListsTheMetrics() throws Exception {
        assertThat(run("metrics"))
                .contains("cassandra_client_request_latency_seconds\thistogram\tseconds\toperation")
                .contains("type=ClientRequest,name=Latency")
                .endsWith("exit code 0");
    }

    @Test
    void commandLineChecksAConfiguration(@TempDir Path directory) throws Exception {
        Path good = Files.writeString(directory.resolve("good.yaml"), "read-ahead: auto\nhooks: {verifier: false}\n");
        assertThat(run("check-config", good.toString()))
                .contains("good.yaml is valid", "families", "5.0")
                .endsWith("exit code 0");

        Path bad = Files.writeString(directory.resolve("bad.yaml"), "block-size: 3\nmetrics: {top: 5}\n");
        assertThat(run("check-config", bad.toString()))
                .contains("block-size: '3' is not allowed", "unknown key 'metrics.top'")
                .endsWith("exit code 1");
    }

    private String run(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar"));
        command.add(jar.getName());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return said + "exit code " + process.waitFor();
    }

    @Test
    void jarIsSmallerThan12MiB() {
        assertThat(new File(jar.getName()).length()).isLessThan(12 << 20);
    }

    /**
     * Maps the lower-case path of each class to the artifact and version of its jar. The map also has each path without
     * its first directory and without its first two directories, because a relocation can replace these directories.
     */
    private static Map<String, String> librariesByClass() throws IOException {
        Map<String, String> libraries = new HashMap<>();
        for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(element);
            if (!element.endsWith(".jar") || path.getNameCount() < 3) continue;
            Path version = path.getParent();
            String library = version.getParent().getFileName() + ":" + version.getFileName();
            try (JarFile file = new JarFile(element)) {
                file.stream().map(JarEntry::getName).forEach(name -> {
                    String rest = name.toLowerCase(Locale.ROOT);
                    for (int removed = 0; removed < 3; removed++) {
                        libraries.putIfAbsent(rest, library);
                        rest = rest.substring(rest.indexOf('/') + 1);
                    }
                });
            }
        }
        return libraries;
    }

    private String text(String name) throws IOException {
        try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private List<JarEntry> entries() {
        return jar.stream().filter(entry -> !entry.isDirectory()).toList();
    }

    private List<String> files() {
        return entries().stream().map(JarEntry::getName).toList();
    }
}
