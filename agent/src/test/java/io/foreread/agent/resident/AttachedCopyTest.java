package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.agent.startup.RequiredResident;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.matcher.ElementMatchers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachedCopyTest {
    @TempDir
    private Path directory;

    @Test
    void missingJarIsRefused() {
        File missing = directory.resolve("missing.jar").toFile();
        assertThatThrownBy(() -> AttachedCopy.load(missing))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(missing.toString());
    }

    @Test
    void otherJarIsRefused() throws IOException {
        File other = new TestJar()
                .with("some/text.txt", "")
                .write(directory.resolve("other.jar"))
                .toFile();
        assertThatThrownBy(() -> AttachedCopy.load(other))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("no jar of Foreread that can be attached");
    }

    @Test
    void jarThatNeedsOtherResidentClassesIsRefused() throws IOException {
        byte[] changed = new ByteBuddy()
                .redefine(RequiredResident.class)
                .method(ElementMatchers.named("version"))
                .intercept(FixedValue.value(Resident.VERSION + 1))
                .make()
                .getBytes();
        File newer = new TestJar()
                .with(RequiredResident.class.getName().replace('.', '/') + ".class", changed)
                .write(directory.resolve("newer.jar"))
                .toFile();
        assertThatThrownBy(() -> AttachedCopy.load(newer))
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("restart the node to run " + newer)
                .hasMessageContaining("needs version " + (Resident.VERSION + 1));
    }

    /** The compiler must copy the constant: the method would otherwise return the version of the running JVM. */
    @Test
    void requiredVersionIsAConstantOfItsClassFile() throws Exception {
        Path jar = new TestJar().with(RequiredResident.class).write(directory.resolve("agent.jar"));
        try (AttachmentLoader loader = new AttachmentLoader(jar.toFile(), ClassLoader.getPlatformClassLoader())) {
            assertThat(loader.loadClass(RequiredResident.class.getName())
                            .getMethod("version")
                            .invoke(null))
                    .isEqualTo(Resident.VERSION);
        }
    }
}
