package io.foreread.exporter.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the content of the jar of the standalone exporter. */
class ExporterJarIT {
    private JarFile jar;

    @BeforeEach
    void open() throws IOException {
        jar = new JarFile(System.getProperty("foreread.exporter.jar"));
    }

    @AfterEach
    void close() throws IOException {
        jar.close();
    }

    @Test
    void holdsTheLicenseAndTheNoticeOfForeread() throws IOException {
        assertThat(text("META-INF/LICENSE")).isEqualTo(Files.readString(Path.of("../LICENSE")));
        assertThat(text("META-INF/NOTICE")).isEqualTo(Files.readString(Path.of("../NOTICE")));
    }

    /** Finds the library of each class of the jar in the class path of this test, from which the jar is built. */
    @Test
    void listsEveryLibraryThatItHolds() throws IOException {
        String listed = text("META-INF/THIRD-PARTY.txt");
        Map<String, String> libraries = librariesByClass();
        Set<String> held = new TreeSet<>();
        for (String file : files()) {
            if (file.startsWith("io/foreread/") || !file.endsWith(".class")) continue;
            String library = libraries.get(file);
            assertThat(library).as("library of %s", file).isNotNull();
            held.add(library);
        }
        assertThat(held).hasSizeGreaterThan(10).allSatisfy(library -> assertThat(listed)
                .containsPattern("(?m)^\\S+:" + Pattern.quote(library) + "$"));
    }

    @Test
    void holdsTheLicenseTextsThatMustAccompanyBinaries() throws IOException {
        assertThat(text("META-INF/THIRD-PARTY.txt"))
                .contains("QOS.ch", "Gil Tene", "Damien Miller", "The Netty Project")
                .doesNotContain("INRIA");
    }

    /** Returns {@code artifact:version} of the library of each class, by the path of the class in its jar. */
    private static Map<String, String> librariesByClass() throws IOException {
        Map<String, String> libraries = new HashMap<>();
        for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(element);
            if (!element.endsWith(".jar") || path.getNameCount() < 3) continue;
            Path version = path.getParent();
            String library = version.getParent().getFileName() + ":" + version.getFileName();
            try (JarFile file = new JarFile(element)) {
                file.stream().forEach(entry -> libraries.putIfAbsent(entry.getName(), library));
            }
        }
        return libraries;
    }

    private String text(String name) throws IOException {
        try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private List<String> files() {
        return jar.stream()
                .filter(entry -> !entry.isDirectory())
                .map(JarEntry::getName)
                .toList();
    }
}
