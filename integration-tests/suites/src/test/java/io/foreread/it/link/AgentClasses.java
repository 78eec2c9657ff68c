package io.foreread.it.link;

import io.foreread.it.fixture.AgentJar;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The class files of Foreread in the agent jar, by internal name. */
final class AgentClasses {
    private static final List<String> OURS =
            List.of("io/foreread/agent/", "io/foreread/exporter/", "org/apache/cassandra/");

    private AgentClasses() {}

    static Map<String, byte[]> read() {
        Map<String, byte[]> classes = new TreeMap<>();
        try (JarFile jar = new JarFile(AgentJar.locate().toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                String name = entry.getName();
                if (!name.endsWith(".class") || OURS.stream().noneMatch(name::startsWith)) continue;
                try (InputStream in = jar.getInputStream(entry)) {
                    classes.put(name.substring(0, name.length() - ".class".length()), in.readAllBytes());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return classes;
    }
}
