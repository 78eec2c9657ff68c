package io.foreread.it.attach;

import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.it.fixture.CassandraArtifacts;
import io.foreread.it.fixture.NodeAgent;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/** The code of the hooked classes that the JVM of a node executes. A native agent reads it. */
final class CurrentCode {
    private static final Path HEADERS = Path.of(System.getProperty("java.home"), "include");
    private static final String SOURCE = "/attach/current_code.c";

    private CurrentCode() {}

    /** Returns the reason why the code cannot be read; empty if it can. */
    static Optional<String> missing() {
        if (!Shell.has("gcc")) return Optional.of("no gcc, which compiles an agent: install gcc and libc6-dev");
        return Files.exists(HEADERS.resolve("jvmti.h"))
                ? Optional.empty()
                : Optional.of("this Java has no header files: run the build with a JDK");
    }

    /**
     * Returns the hooked classes whose code differs from their class files in the jar of Cassandra.
     *
     * @param directory a new directory that the node can write
     * @throws IllegalStateException if no hooked class is loaded
     */
    static Set<String> changedClasses(AttachableNode node, Path directory) throws IOException {
        Map<String, Map<String, List<String>>> current = read(node, Files.createDirectory(directory));
        if (current.isEmpty()) throw new IllegalStateException("no hooked class was read, see " + directory);
        Set<String> changed = new TreeSet<>();
        Path cassandra = CassandraArtifacts.named(
                CassandraArtifacts.inBuildDirectory().classPath(node.node().version()), "cassandra-all");
        try (JarFile jar = new JarFile(cassandra.toFile())) {
            for (Map.Entry<String, Map<String, List<String>>> type : current.entrySet()) {
                try (InputStream in = jar.getInputStream(jar.getEntry(type.getKey() + ".class"))) {
                    if (differs(MethodCode.ofClassFile(in.readAllBytes()), type.getValue())) changed.add(type.getKey());
                }
            }
        }
        return changed;
    }

    /** The JVM can add methods to a class, such as default methods of its interfaces. */
    private static boolean differs(Map<String, List<String>> original, Map<String, List<String>> current) {
        return original.entrySet().stream()
                .anyMatch(method -> !method.getValue().equals(current.get(method.getKey())));
    }

    /** The hooked classes that are loaded, by internal name. */
    private static Map<String, Map<String, List<String>>> read(AttachableNode node, Path directory) throws IOException {
        Set<String> hooked = HookCatalog.hooks().stream()
                .map(Hook::typeName)
                .map(name -> "L" + name.replace('.', '/') + ";")
                .collect(Collectors.toCollection(TreeSet::new));
        Files.write(directory.resolve("classes"), hooked);
        Path library = compile(directory);
        NodeAgent.attached(node.pid(), jvm -> jvm.loadAgentPath(node.seen(library), node.seen(directory)));
        return MethodCode.ofJvm(Files.readAllBytes(directory.resolve("code")));
    }

    private static Path compile(Path directory) throws IOException {
        Path source = directory.resolve("current_code.c");
        try (InputStream in = CurrentCode.class.getResourceAsStream(SOURCE)) {
            Files.copy(in, source);
        }
        // The JVM does not load a library again if its path is the same.
        Path library = directory.resolve("libcurrent_code.so");
        Shell.run(
                "gcc",
                "-shared",
                "-fPIC",
                "-I" + HEADERS,
                "-I" + HEADERS.resolve("linux"),
                "-o",
                library.toString(),
                source.toString());
        return library;
    }
}
