package io.foreread.agent.resident;

import io.foreread.exporter.MetricsExporter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Writes the classes of this build to a jar, from which they can be attached. */
final class BuiltClasses {
    private BuiltClasses() {}

    /** @return the jar */
    static Path writeTo(Path jar) throws IOException {
        TestJar written = new TestJar();
        for (Class<?> one : new Class<?>[] {Attachments.class, MetricsExporter.class}) addAll(location(one), written);
        return written.write(jar);
    }

    private static Path location(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    /** Adds the classes and resources of Foreread from a directory or a jar. */
    private static void addAll(Path source, TestJar target) throws IOException {
        if (Files.isDirectory(source)) {
            try (Stream<Path> files = Files.walk(source.resolve("io/foreread"))) {
                for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator)
                    target.with(source.relativize(file).toString(), Files.readAllBytes(file));
            }
            return;
        }
        try (JarFile file = new JarFile(source.toFile())) {
            for (var entry : (Iterable<java.util.jar.JarEntry>) file.stream()
                    .filter(one -> !one.isDirectory() && one.getName().startsWith("io/foreread/"))::iterator)
                target.with(entry.getName(), file.getInputStream(entry).readAllBytes());
        }
    }
}
