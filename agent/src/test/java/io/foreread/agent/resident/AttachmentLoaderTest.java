package io.foreread.agent.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.foreread.agent.ForereadAgent;
import io.foreread.agent.attached.ThreadStarter;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.resident.dispatch.Dispatch;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AllPermission;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.cassandra.io.util.ScanReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachmentLoaderTest {
    private static final String RESOURCE = "io/foreread/text.txt";

    @TempDir
    private Path directory;

    private Path jar;

    @BeforeEach
    void writeJar() throws IOException {
        jar = new TestJar()
                .with(ThreadStarter.class)
                .with(Dispatch.class)
                .with(ForereadAgent.class)
                .with(ScanReader.class)
                .with(RESOURCE, "of the jar")
                .write(directory.resolve("agent.jar"));
    }

    @Test
    void classesOfTheJarAreLoadedAgain() throws Exception {
        try (AttachmentLoader loader = loader()) {
            Class<?> own = loader.loadClass(ThreadStarter.class.getName());
            assertThat(own).isNotSameAs(ThreadStarter.class);
            assertThat(own.getClassLoader()).isSameAs(loader);
            assertThat(own.getPackage().getName()).isEqualTo(ThreadStarter.class.getPackageName());
            assertThat(loader.loadClass(ThreadStarter.class.getName())).isSameAs(own);
        }
    }

    @Test
    void residentClassesAndClassesOfCassandraAreShared() throws Exception {
        try (AttachmentLoader loader = loader()) {
            for (Class<?> shared :
                    new Class<?>[] {Dispatch.class, Attachment.class, ForereadAgent.class, ScanReader.class})
                assertThat(loader.loadClass(shared.getName())).isSameAs(shared);
        }
    }

    /** A class of the parent could belong to another version. */
    @Test
    void classThatTheJarLacksIsNotTakenFromTheParent() throws Exception {
        try (AttachmentLoader loader = loader()) {
            assertThatThrownBy(() -> loader.loadClass(Hook.class.getName()))
                    .isInstanceOf(ClassNotFoundException.class)
                    .hasMessageContaining(jar.toString());
        }
    }

    /** A bridge to Cassandra in this loader could not call members that are package-private. */
    @Test
    void otherClassThatTheParentLacksIsNotTakenFromTheJar() throws Exception {
        try (AttachmentLoader loader = new AttachmentLoader(jar.toFile(), ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass(ScanReader.class.getName()))
                    .isInstanceOf(ClassNotFoundException.class);
        }
    }

    @Test
    void resourcesOfTheJarArePreferred() throws Exception {
        Path other = Files.createDirectories(directory.resolve("other"));
        Files.createDirectories(other.resolve("io/foreread"));
        Files.writeString(other.resolve(RESOURCE), "of the parent");
        Files.writeString(other.resolve("parent.txt"), "only there");
        try (java.net.URLClassLoader parent =
                        new java.net.URLClassLoader(new URL[] {other.toUri().toURL()}, null);
                AttachmentLoader loader = new AttachmentLoader(jar.toFile(), parent)) {
            assertThat(text(loader.getResourceAsStream(RESOURCE))).isEqualTo("of the jar");
            assertThat(text(loader.getResource(RESOURCE).openStream())).isEqualTo("of the jar");
            assertThat(loader.getResource(RESOURCE))
                    .hasToString("jar:" + jar.toFile().toURI() + "!/" + RESOURCE);
            List<String> all = new ArrayList<>();
            for (URL one : Collections.list(loader.getResources(RESOURCE))) all.add(text(one.openStream()));
            assertThat(all).containsExactly("of the jar", "of the parent");
            assertThat(text(loader.getResourceAsStream("parent.txt"))).isEqualTo("only there");
            assertThat(loader.getResource("missing.txt")).isNull();
            assertThat(loader.getResourceAsStream("missing.txt")).isNull();
        }
    }

    @Test
    void classesHaveTheJarAsTheirSourceAndEveryPermission() throws Exception {
        try (AttachmentLoader loader = loader()) {
            ProtectionDomain domain =
                    loader.loadClass(ThreadStarter.class.getName()).getProtectionDomain();
            assertThat(domain.getCodeSource().getLocation())
                    .isEqualTo(jar.toUri().toURL());
            assertThat(domain.implies(new AllPermission())).isTrue();
        }
    }

    @Test
    void afterCloseLoadedClassesWorkAndOthersCannotBeLoaded() throws Exception {
        AttachmentLoader loader = loader();
        Function<Runnable, Thread> starter = starter(loader);
        loader.close();
        loader.close();
        starter.apply(() -> {}).join();
        assertThatThrownBy(() -> loader.loadClass(Hook.class.getName())).isInstanceOf(ClassNotFoundException.class);
        assertThat(loader.getResource(RESOURCE)).isNull();
    }

    @Test
    void threadThatWasStartedByAnAttachmentDoesNotKeepItsClassLoader() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        WeakReference<ClassLoader> dropped = dropped(end);
        await().until(() -> {
            System.gc();
            return dropped.get() == null;
        });
        assertThat(end.getCount()).isOne();
        end.countDown();
    }

    private WeakReference<ClassLoader> dropped(CountDownLatch end) throws Exception {
        try (AttachmentLoader loader = loader()) {
            assertThat(starter(loader).apply(new Waiting(end)).isAlive()).isTrue();
            return new WeakReference<>(loader);
        }
    }

    /** A new copy of the jar at the same path is read, not the file that was opened before. */
    @Test
    void replacedJarIsReadByTheNextLoader() throws Exception {
        try (AttachmentLoader before = loader()) {
            assertThat(text(before.getResourceAsStream(RESOURCE))).isEqualTo("of the jar");
            Path next = new TestJar().with(RESOURCE, "of the next jar").write(directory.resolve("next.jar"));
            Files.move(next, jar, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            try (AttachmentLoader after = loader()) {
                assertThat(text(after.getResourceAsStream(RESOURCE))).isEqualTo("of the next jar");
            }
            assertThat(text(before.getResourceAsStream(RESOURCE))).isEqualTo("of the jar");
            assertThat(before.loadClass(ThreadStarter.class.getName())).isNotNull();
        }
    }

    /** cp writes the new content into the file that the JVM has opened. */
    @Test
    void overwrittenJarIsNotRead() throws Exception {
        try (AttachmentLoader loader = loader()) {
            Files.write(jar, new byte[(int) Files.size(jar)]);
            assertThat(text(loader.getResourceAsStream(RESOURCE))).isEqualTo("of the jar");
            assertThat(starter(loader)).isNotNull();
        }
    }

    @Test
    void threadsThatLoadTheSameClassGetTheSameClass() throws Exception {
        int count = 8;
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try (AttachmentLoader loader = loader()) {
            CountDownLatch begin = new CountDownLatch(1);
            List<Future<Class<?>>> loaded = new ArrayList<>();
            for (int i = 0; i < count; i++)
                loaded.add(threads.submit(() -> {
                    begin.await();
                    return loader.loadClass(ThreadStarter.class.getName());
                }));
            begin.countDown();
            for (Future<Class<?>> one : loaded)
                assertThat(one.get(10, TimeUnit.SECONDS)).isSameAs(loaded.get(0).get());
        } finally {
            threads.shutdownNow();
        }
    }

    private AttachmentLoader loader() throws IOException {
        return new AttachmentLoader(jar.toFile(), getClass().getClassLoader());
    }

    @SuppressWarnings("unchecked")
    private static Function<Runnable, Thread> starter(AttachmentLoader loader) throws ReflectiveOperationException {
        return (Function<Runnable, Thread>)
                loader.loadClass(ThreadStarter.class.getName()).getConstructor().newInstance();
    }

    private static String text(InputStream in) throws IOException {
        try (in) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A task that does not refer to the attachment. */
    private record Waiting(CountDownLatch end) implements Runnable {
        @Override
        public void run() {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
