package io.foreread.it.mutation;

import io.foreread.it.fixture.ProjectFiles;
import io.foreread.it.fixture.AgentJar;
import io.foreread.it.fixture.CassandraArtifacts;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildProcesses;
import io.foreread.it.fixture.JvmFlags;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JVM with a release, the agent's classes, the rules and JUnit, and nothing else of the tests; sstables of that release
 * beside it.
 */
final class RulesJvm {
    /** The line most clusters run; its offline tools open an sstable without a node. */
    private static final CassandraRelease RELEASE = CassandraRelease.newestOf("4.1");

    private static final String RULES = "io/foreread/it/contract";
    private static final String JUNIT = "(junit-|jspecify-|opentest4j-|apiguardian-|assertj-|byte-buddy-).*\\.jar";

    private final Path directory;
    private final Path storage;

    private RulesJvm(Path directory) {
        this.directory = directory;
        this.storage = directory.resolve("node");
    }

    /** Has a node write the sstables. */
    static RulesJvm prepare(String name) throws IOException {
        Path directory = Path.of("target", "mutation", name).toAbsolutePath();
        Files.createDirectories(directory);
        RulesJvm jvm = new RulesJvm(Files.createTempDirectory(directory, "run-"));
        Path classes = testClasses();
        try (Stream<Path> files = Files.list(classes.resolve(RULES))) {
            Path rules = Files.createDirectories(jvm.directory.resolve("rules").resolve(RULES));
            for (Path file : (Iterable<Path>) files::iterator) Files.copy(file, rules.resolve(file.getFileName()));
        }
        Files.createDirectories(jvm.directory.resolve("scratch"));
        try (ChildJvmNode node =
                ChildJvmNode.of(RELEASE, jvm.storage).fileCache(true).start()) {
            RuleTables.write(node);
        }
        return jvm;
    }

    Path directory() {
        return directory;
    }

    /** One of the sstables'. */
    Path dataFile() throws IOException {
        try (Stream<Path> files = Files.walk(storage.resolve("data").resolve(RuleTables.KEYSPACE))) {
            return files.filter(file -> file.toString().endsWith("-Data.db"))
                    .max(Comparator.comparing(file -> file.toFile().length()))
                    .orElseThrow();
        }
    }

    /** What every JVM here needs beside a class path; the unit tests expect as much direct memory. */
    List<String> options() {
        List<String> options =
                new ArrayList<>(JvmFlags.of(RELEASE.version(), Runtime.version().feature()));
        options.addAll(List.of("-ea", "-Xmx512m", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=256m"));
        options.add(
                "-Dcassandra.config=" + storage.resolve("conf/cassandra.yaml").toUri());
        options.add("-Dcassandra.storagedir=" + storage);
        options.add("-Dlogback.configurationFile=" + storage.resolve("conf/logback.xml"));
        options.add("-Dforeread.rules.keyspace=" + storage.resolve("data").resolve(RuleTables.KEYSPACE));
        options.add("-Dforeread.rules.scratch=" + directory.resolve("scratch"));
        return options;
    }

    /** @param first goes before everything else */
    String classPath(List<Path> first) {
        Path agent = AgentJar.locate().getParent();
        Path exporter = agent.resolveSibling("../exporter/target").normalize();
        Stream<Path> ours = Stream.of(
                directory.resolve("rules"),
                agent.resolve("classes"),
                agent.resolve("test-classes"),
                exporter.resolve("classes"),
                location(CassandraNode.class));
        Stream<Path> junit = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(jar -> jar.getFileName().toString().matches(JUNIT));
        Stream<Path> release = releaseClassPath().stream();
        return Stream.of(first.stream(), ours, junit, release)
                .flatMap(paths -> paths)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    static List<Path> releaseClassPath() {
        return CassandraArtifacts.inBuildDirectory().classPath(RELEASE.version());
    }

    /** Java sources of the agent. */
    static Path sources() {
        return ProjectFiles.of("agent/src/main/java");
    }

    /** @return what the process printed */
    List<String> run(List<String> arguments, List<Path> first, String log, long limitMinutes) throws IOException {
        Path output = directory.resolve(log);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options());
        command.addAll(List.of("-cp", classPath(first)));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        ChildProcesses.add(process);
        try {
            if (!process.waitFor(limitMinutes, TimeUnit.MINUTES))
                throw new IllegalStateException("no end after " + limitMinutes + " minutes, see " + output);
            return Files.readAllLines(output);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            ChildProcesses.stop(process, 1);
        }
    }

    private static Path testClasses() {
        return location(RulesJvm.class);
    }

    private static Path location(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }
}
