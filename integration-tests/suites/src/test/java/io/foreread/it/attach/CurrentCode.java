package io.foreread.it.attach;

import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.it.fixture.CassandraArtifacts;
import io.foreread.it.fixture.ChildJvmNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/**
 * The code of the hooked classes that a JVM executes, which the serviceability agent of the JDK reads from the memory of
 * the process. A retransformation would not show it, because the JVM then begins with the original class file.
 */
final class CurrentCode {
    private static final String TOOL = "sun.jvm.hotspot.tools.jcore";
    private static final long LIMIT_MINUTES = 3;

    private CurrentCode() {}

    /** Whether the JDK of the node can read the code. */
    static boolean isReadable(ChildJvmNode node) {
        return node.java().feature() >= 17
                && Files.isExecutable(node.java().path().resolve("bin/jhsdb"));
    }

    /**
     * Returns the hooked classes whose code differs from their class files in the jar of Cassandra. The node is stopped
     * while they are read.
     *
     * @param directory an empty directory for the classes
     * @throws IllegalStateException if no hooked class is loaded
     */
    static Set<String> changedClasses(ChildJvmNode node, Path directory) throws IOException {
        Map<String, byte[]> current = read(node, directory);
        if (current.isEmpty()) throw new IllegalStateException("no hooked class was read, see " + directory);
        Set<String> changed = new TreeSet<>();
        Path cassandra = CassandraArtifacts.named(
                CassandraArtifacts.inBuildDirectory().classPath(node.version()), "cassandra-all");
        try (JarFile jar = new JarFile(cassandra.toFile())) {
            for (Map.Entry<String, byte[]> type : current.entrySet()) {
                byte[] original;
                try (InputStream in = jar.getInputStream(jar.getEntry(type.getKey() + ".class"))) {
                    original = in.readAllBytes();
                }
                if (!MethodCode.of(type.getValue()).equals(MethodCode.of(original))) changed.add(type.getKey());
            }
        }
        return changed;
    }

    /** The hooked classes that are loaded, by internal name. */
    private static Map<String, byte[]> read(ChildJvmNode node, Path directory) throws IOException {
        Set<String> hooked =
                HookCatalog.hooks().stream().map(Hook::typeName).collect(Collectors.toCollection(TreeSet::new));
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(
                        node.java().executable().toString(),
                        "-D" + TOOL + ".filter=" + TOOL + ".PackageNameFilter",
                        "-D" + TOOL + ".PackageNameFilter.pkgList=" + String.join(",", hooked),
                        "-D" + TOOL + ".outputDir=" + directory,
                        "--module",
                        "jdk.hotspot.agent/" + TOOL + ".ClassDump",
                        String.valueOf(node.pid()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException("the tool did not end, see " + output);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        Map<String, byte[]> read = new TreeMap<>();
        for (String type : hooked) {
            String internalName = type.replace('.', '/');
            Path file = directory.resolve(internalName + ".class");
            if (Files.exists(file)) read.put(internalName, Files.readAllBytes(file));
        }
        return read;
    }
}
