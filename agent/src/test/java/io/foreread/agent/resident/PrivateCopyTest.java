package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateCopyTest {
    private static final String ENTRY = "text.txt";

    @TempDir
    private Path directory;

    private Path temporary;
    private File jar;

    @BeforeEach
    void writeJar() throws IOException {
        temporary = Files.createDirectory(directory.resolve("temporary"));
        jar = new TestJar()
                .with(ENTRY, "content")
                .write(directory.resolve("agent.jar"))
                .toFile();
    }

    @Test
    void overwrittenJarDoesNotChangeItsCopy() throws IOException {
        try (JarFile copy = PrivateCopy.open(jar, temporary.toString())) {
            Files.write(jar.toPath(), new byte[(int) jar.length()]);
            assertThat(text(copy)).isEqualTo("content");
        }
    }

    @Test
    void openCopyHasNoNameAnyMore() throws IOException {
        try (JarFile copy = PrivateCopy.open(jar, temporary.toString())) {
            assertThat(temporary).isEmptyDirectory();
            assertThat(text(copy)).isEqualTo("content");
        }
    }

    @Test
    void jarThatIsNoneLeavesNoCopy() throws IOException {
        Files.writeString(jar.toPath(), "no jar");
        assertThatThrownBy(() -> PrivateCopy.open(jar, temporary.toString())).isInstanceOf(IOException.class);
        assertThat(temporary).isEmptyDirectory();
    }

    /** The second value is no path for the JVM, like a name with letters that are not in the character set of its locale. */
    @ParameterizedTest
    @ValueSource(strings = {"/proc/missing", "not\0a path"})
    void jarThatCannotBeCopiedIsReadItself(String unusable) throws IOException {
        PrintStream stderr = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (JarFile opened = PrivateCopy.open(jar, unusable)) {
            assertThat(text(opened)).isEqualTo("content");
        } finally {
            System.setErr(stderr);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .startsWith("foreread: do not overwrite " + jar + " while the node runs");
    }

    private static String text(JarFile file) throws IOException {
        return new String(file.getInputStream(file.getJarEntry(ENTRY)).readAllBytes(), StandardCharsets.UTF_8);
    }
}
