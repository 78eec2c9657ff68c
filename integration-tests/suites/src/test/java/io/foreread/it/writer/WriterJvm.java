package io.foreread.it.writer;

import io.foreread.it.contract.ContractRun;
import io.foreread.it.contract.jvm.ContractJvm;
import io.foreread.it.fixture.CassandraRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the rules of writers in the JVM of a release. */
public final class WriterJvm {
    private static final long LIMIT_MINUTES = 10;
    private static final List<Class<?>> RULES = List.of(
            WriterRules.class,
            WriterPositionRules.class,
            WriterChoiceRules.class,
            WriterFaultRules.class,
            WriterMemoryRules.class,
            WriterTimeRules.class,
            WriterCompletenessRules.class);

    private final ContractJvm jvm;
    private final Path directory;
    private final String instrumentation;

    private WriterJvm(ContractJvm jvm, Path directory) throws IOException {
        this.jvm = jvm;
        this.directory = directory;
        this.instrumentation = RuleInstrumentation.option(directory.resolve("instrumentation.jar"));
    }

    /** @return the simple names of all classes of rules for writers */
    public static List<String> rules() {
        return RULES.stream().map(Class::getSimpleName).toList();
    }

    /** Uses the agent's jar, as a node does. */
    static WriterJvm ofJar(CassandraRelease release) throws IOException {
        Path directory = directory(release.toString());
        return new WriterJvm(ContractJvm.ofJarWithoutSstables(release, directory), directory);
    }

    /** Uses the directories with the agent's classes, so that classes can be replaced. */
    public static WriterJvm ofClasses(CassandraRelease release) throws IOException {
        Path directory = directory("defects-" + release);
        return new WriterJvm(ContractJvm.ofClassesWithoutSstables(release, directory), directory);
    }

    private static Path directory(String name) throws IOException {
        Path parent = Files.createDirectories(Path.of("target", "nodes")).toAbsolutePath();
        return Files.createTempDirectory(parent, "writer-contract-" + name + "-");
    }

    public Path directory() {
        return directory;
    }

    public String classPath() {
        return jvm.classPath(List.of());
    }

    /** @return the JVM options with which the rules run, without the class path */
    public List<String> options() {
        List<String> options = new ArrayList<>(jvm.options());
        options.addAll(ruleOptions());
        return options;
    }

    private List<String> ruleOptions() {
        return List.of(
                instrumentation,
                // The rules compare bytes, and write thousands of small files.
                "-Dcassandra.skip_sync=true",
                // The rules set the activity of their thread before each test. On another thread, no writer would
                // compress ahead.
                "-Djunit.jupiter.execution.timeout.thread.mode.default=SAME_THREAD",
                // Prints the stacks of all threads. A rule takes seconds.
                "-Djunit.jupiter.execution.timeout.default=2m");
    }

    /**
     * @param rules the simple name of a class of rules, which {@code #} and the name of the only rule can follow
     * @param first entries that precede all others in the class path
     * @return the output of {@link ContractRun}
     */
    public List<String> run(String rules, List<Path> first) throws IOException {
        List<String> arguments = new ArrayList<>(ruleOptions());
        arguments.addAll(List.of(ContractRun.class.getName(), "!none", WriterJvm.class.getPackageName() + "." + rules));
        return run(arguments, first, rules + "-" + System.nanoTime() + ".log", LIMIT_MINUTES);
    }

    /**
     * Runs another main class, whose class path contains the rules.
     *
     * @param arguments the main class and its arguments
     * @param first entries that precede all others in the class path
     * @param log the name of the file for the output
     * @return the output
     */
    public List<String> run(List<String> arguments, List<Path> first, String log, long limitMinutes)
            throws IOException {
        List<Path> entries = new ArrayList<>(first);
        entries.add(Path.of(WriterJvm.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath()));
        return jvm.run(arguments, entries, log, limitMinutes);
    }
}
