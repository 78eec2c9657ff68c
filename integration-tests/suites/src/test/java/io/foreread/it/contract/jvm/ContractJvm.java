package io.foreread.it.contract.jvm;

import io.foreread.it.container.ContainerJvm;
import io.foreread.it.contract.ContractRun;
import io.foreread.it.fixture.AgentJar;
import io.foreread.it.fixture.CassandraArtifacts;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildProcesses;
import io.foreread.it.fixture.JvmFlags;
import io.foreread.it.fixture.ProjectFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Starts a JVM whose class path contains a release, the agent, the rules of the contract and JUnit.
 * The sstables that the rules read were written by a node of this release.
 */
public final class ContractJvm {
    private static final String CONTRACT = "io/foreread/it/contract";
    /** JUnit and the other libraries that the rules and the unit tests of the reader use. */
    private static final String TEST_LIBRARIES =
            "(junit-|jspecify-|opentest4j-|apiguardian-|assertj-|byte-buddy-|awaitility-|hamcrest-).*\\.jar";

    private final CassandraRelease release;
    private final List<Path> agent;
    private final Path directory;
    private final Path storage;
    /** The feature number of a Java in a container; 0 for the Java of this JVM. */
    private final int containerJava;

    private @Nullable Path volume;
    private @Nullable String noVolume;

    private ContractJvm(CassandraRelease release, List<Path> agent, Path directory, int containerJava) {
        this.release = release;
        this.agent = agent;
        this.directory = directory;
        this.containerJava = containerJava;
        this.storage = directory.resolve("node");
    }

    /**
     * Uses the directories with the agent's classes and unit tests instead of its jar, so that classes can be replaced.
     * Writes only the sstables for quick rules.
     */
    public static ContractJvm ofClasses(CassandraRelease release, Path directory) throws IOException {
        return ofClassesWithoutSstables(release, directory).writeSstables(false);
    }

    /** Like {@link #ofClasses}, for rules that read no sstables. No node has run in this directory. */
    public static ContractJvm ofClassesWithoutSstables(CassandraRelease release, Path directory) throws IOException {
        List<Path> agent = List.of(
                ProjectFiles.of("agent/target/classes"),
                ProjectFiles.of("agent/target/test-classes"),
                ProjectFiles.of("exporter/target/classes"));
        return new ContractJvm(release, agent, directory, 0).prepare();
    }

    /** Uses the agent's jar, for rules that read no sstables. No node has run in this directory. */
    public static ContractJvm ofJarWithoutSstables(CassandraRelease release, Path directory) throws IOException {
        return new ContractJvm(release, List.of(AgentJar.locate()), directory, 0).prepare();
    }

    /**
     * Uses the agent's jar, as a node does.
     *
     * @param matrix whether to write the sstables for all rules, and not only those for quick rules
     */
    static ContractJvm ofJar(CassandraRelease release, Path directory, boolean matrix) throws IOException {
        return ofJarWithoutSstables(release, directory).writeSstables(matrix);
    }

    /**
     * Returns a JVM in a container, which reads the same sstables.
     *
     * @param java the feature number of a Java from a Debian package, such as 8
     */
    ContractJvm inContainer(int java) {
        return new ContractJvm(release, agent, directory, java);
    }

    private ContractJvm prepare() throws IOException {
        Path classes = location(ContractJvm.class);
        try (Stream<Path> files = Files.list(classes.resolve(CONTRACT)).filter(Files::isRegularFile)) {
            Path rules = Files.createDirectories(directory.resolve("rules").resolve(CONTRACT));
            for (Path file : (Iterable<Path>) files::iterator) Files.copy(file, rules.resolve(file.getFileName()));
        }
        Files.createDirectories(directory.resolve("scratch"));
        return this;
    }

    private ContractJvm writeSstables(boolean matrix) throws IOException {
        try (ChildJvmNode node =
                ChildJvmNode.of(release, storage).fileCache(true).start()) {
            RuleTables.write(node);
            if (matrix) MatrixTables.write(node);
        }
        return this;
    }

    /** @param volume a directory on a device with a kernel readahead of 4 KiB */
    void volume(Path volume) {
        this.volume = volume;
    }

    /** @param reason why there is no such directory, and what to change */
    void noVolume(String reason) {
        noVolume = reason.replaceAll("\\s+", " ");
    }

    /** The directory that {@code ofClasses} or {@code ofJar} was called with. */
    public Path directory() {
        return directory;
    }

    /** @return the largest Data.db among the sstables for quick rules */
    public Path dataFile() throws IOException {
        try (Stream<Path> files = Files.walk(storage.resolve("data").resolve(RuleTables.KEYSPACE))) {
            return files.filter(file -> file.toString().endsWith("-Data.db"))
                    .max(Comparator.comparing(file -> file.toFile().length()))
                    .orElseThrow();
        }
    }

    /**
     * Returns the JVM options without the class path. The heap is large enough for quick rules and unit tests only. No option
     * contains a space, because PIT would split it, unless {@link #noVolume} was called.
     */
    public List<String> options() {
        List<String> options = commonOptions();
        options.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=256m"));
        return options;
    }

    /** The version of Java as in the system property {@code java.specification.version}. */
    String javaVersion() {
        return feature() == 8 ? "1.8" : String.valueOf(feature());
    }

    private int feature() {
        return containerJava == 0 ? Runtime.version().feature() : containerJava;
    }

    private List<String> commonOptions() {
        List<String> options = new ArrayList<>(JvmFlags.of(release.version(), feature()));
        options.addAll(List.of("-ea", "-Xmx1g", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=256m"));
        options.add(
                "-Dcassandra.config=" + storage.resolve("conf/cassandra.yaml").toUri());
        options.add("-Dcassandra.storagedir=" + storage);
        options.add("-Dlogback.configurationFile=" + storage.resolve("conf/logback.xml"));
        options.add("-Dforeread.rules.keyspace=" + storage.resolve("data").resolve(RuleTables.KEYSPACE));
        options.add("-Dforeread.matrix.keyspace=" + storage.resolve("data").resolve(MatrixTables.KEYSPACE));
        if (volume != null) options.add("-Dforeread.rules.volume=" + volume);
        if (noVolume != null) options.add("-Dforeread.rules.novolume=" + noVolume);
        options.add("-Dforeread.rules.scratch=" + directory.resolve("scratch"));
        return options;
    }

    /** @param first entries that precede all others in the class path */
    public String classPath(List<Path> first) {
        return entries(first).stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private List<Path> entries(List<Path> first) {
        Stream<Path> ours = Stream.of(
                        List.of(directory.resolve("rules")), agent, List.of(location(CassandraNode.class)))
                .flatMap(List::stream);
        Stream<Path> cassandra = CassandraArtifacts.inBuildDirectory().classPath(release.version()).stream();
        return Stream.of(first.stream(), ours, testLibraries(), cassandra)
                .flatMap(paths -> paths)
                .map(Path::toAbsolutePath)
                .toList();
    }

    /** Returns the jars of this JVM's class path with which the rules and the unit tests of the reader run. */
    public static Stream<Path> testLibraries() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(jar -> jar.getFileName().toString().matches(TEST_LIBRARIES));
    }

    /** The directory with the Java sources of the agent. */
    public static Path sources() {
        return ProjectFiles.of("agent/src/main/java");
    }

    /**
     * Runs the JVM and waits for its end.
     *
     * @param arguments the main class and its arguments
     * @param first entries that precede all others in the class path
     * @param log the name of the file for the output of the JVM
     * @return the output of the JVM
     */
    public List<String> run(List<String> arguments, List<Path> first, String log, long limitMinutes)
            throws IOException {
        return run(options(), arguments, first, log, limitMinutes);
    }

    /** Runs quick rules, selected by a tag expression of JUnit. */
    List<String> runQuick(String tags, long limitMinutes) throws IOException {
        return runRules(options(), tags, "quick", limitMinutes);
    }

    /** Runs rules with the memory that the matrix needs. */
    List<String> runMatrix(String tags, long limitMinutes) throws IOException {
        List<String> options = commonOptions();
        options.addAll(List.of("-Xms512m", "-Xmx1g"));
        return runRules(options, tags, "matrix", limitMinutes);
    }

    private List<String> runRules(List<String> options, String tags, String log, long limitMinutes) throws IOException {
        String suffix = containerJava == 0 ? ".log" : "-java" + containerJava + ".log";
        return run(options, List.of(ContractRun.class.getName(), tags), List.of(), log + suffix, limitMinutes);
    }

    private List<String> run(
            List<String> options, List<String> arguments, List<Path> first, String log, long limitMinutes)
            throws IOException {
        Path output = directory.resolve(log);
        List<String> command = new ArrayList<>(options);
        command.addAll(List.of("-cp", classPath(first)));
        command.addAll(arguments);
        Duration limit = Duration.ofMinutes(limitMinutes);
        if (containerJava == 0) runHere(command, output, limit);
        else ContainerJvm.run(containerJava, command, entries(first), directory, output, limit);
        return Files.readAllLines(output);
    }

    private void runHere(List<String> arguments, Path output, Duration limit) throws IOException {
        List<String> command = new ArrayList<>(arguments);
        command.add(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        ChildProcesses.add(process);
        try {
            if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS))
                throw new IllegalStateException(
                        "the JVM has not ended after " + limit.toMinutes() + " minutes, see " + output);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            ChildProcesses.stop(process, 1);
        }
    }

    private static Path location(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }
}
