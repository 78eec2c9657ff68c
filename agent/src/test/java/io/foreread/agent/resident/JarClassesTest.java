package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.agent.attached.ThreadStarter;
import io.foreread.agent.resident.dispatch.Dispatch;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarClassesTest {
    @TempDir
    private Path directory;

    @Test
    void selectedClassesDoNotDependOnTheJarAnyMore() throws Exception {
        Path jar = new TestJar()
                .with(ThreadStarter.class)
                .with(Dispatch.class)
                .with("io/foreread/agent/attached/NoClass.class", "not a class file")
                .with("io/foreread/agent/attached/text.txt", "")
                .write(directory.resolve("agent.jar"));
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            JarClasses.load(jar.toFile(), loader, path -> path.startsWith("io/foreread/agent/attached/"));
            Files.write(jar, new byte[(int) Files.size(jar)]);
            assertThat(loader.loadClass(ThreadStarter.class.getName()).getClassLoader())
                    .isSameAs(loader);
            assertThatThrownBy(() -> loader.loadClass(Dispatch.class.getName()))
                    .isInstanceOf(ClassNotFoundException.class);
        }
    }
}
