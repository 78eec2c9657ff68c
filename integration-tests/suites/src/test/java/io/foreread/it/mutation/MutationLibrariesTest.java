package io.foreread.it.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.contract.jvm.ContractJvm;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ProjectFiles;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutationLibrariesTest {
    private static final Path UNIT_TESTS = ProjectFiles.of("agent/src/test/java/io/foreread/agent/readahead");
    /** The top-level class of an import, and of a static import. */
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?([a-z][\\w.]*?\\.[A-Z]\\w*)", Pattern.MULTILINE);

    /** PIT runs the unit tests of the reader with the libraries of the contract. The default run excludes PIT. */
    @Test
    void theContractHasTheLibrariesThatTheUnitTestsOfTheReaderUse() throws IOException {
        URL[] jars = ContractJvm.testLibraries().map(MutationLibrariesTest::url).toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
            assertThat(imports())
                    .contains("org.junit.jupiter.api.Test")
                    .filteredOn(type -> loader.getResource(type.replace('.', '/') + ".class") == null)
                    .isEmpty();
        }
    }

    /** PIT splits the options of its JVMs at spaces. */
    @Test
    void noOptionOfTheContractHasASpace(@TempDir Path directory) throws IOException {
        ContractJvm jvm = ContractJvm.ofClassesWithoutSstables(CassandraRelease.newestOf("4.1"), directory);
        assertThat(jvm.options()).isNotEmpty().noneMatch(option -> option.contains(" "));
    }

    /** Returns the classes of libraries that the unit tests import. */
    private static Set<String> imports() throws IOException {
        Set<String> imports = new TreeSet<>();
        try (Stream<Path> files = Files.walk(UNIT_TESTS)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Matcher matcher = IMPORT.matcher(Files.readString(file));
                while (matcher.find()) imports.add(matcher.group(1));
            }
        }
        imports.removeIf(type -> type.startsWith("io.foreread.") || type.startsWith("org.apache.cassandra."));
        // Without jqwik, JUnit ignores the property tests, which would try thousands of cases for each mutant.
        imports.removeIf(type -> type.startsWith("net.jqwik."));
        return imports;
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
