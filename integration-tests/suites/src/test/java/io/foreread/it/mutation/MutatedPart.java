package io.foreread.it.mutation;

import io.foreread.it.fixture.ProjectFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A package whose mutants are killed by unit tests of its module. */
enum MutatedPart {
    EXPORTER_CONFIG(
            "exporter",
            "io.foreread.exporter.config",
            "io.foreread.exporter.cassandra.BridgeChoiceTest",
            "io.foreread.exporter.cassandra.JmxExporterDialectTest",
            "io.foreread.exporter.cli.SettingsHelpTest",
            "io.foreread.exporter.http.MetricsServer*Test",
            "io.foreread.exporter.standalone.*ConfigTest",
            "io.foreread.exporter.standalone.TargetTest"),
    EXPORTER_SECURITY("exporter", "io.foreread.exporter.security"),
    EXPORTER_CATALOG(
            "exporter",
            "io.foreread.exporter.catalog",
            "io.foreread.exporter.own.*Test",
            "io.foreread.exporter.mbean.*Test"),
    EXPORTER_CASSANDRA("exporter", "io.foreread.exporter.cassandra"),
    AGENT_COMPACTION("agent", "io.foreread.agent.compaction"),
    AGENT_CONFIG("agent", "io.foreread.agent.config"),
    AGENT_CONTROL("agent", "io.foreread.agent.control"),
    AGENT_HOOK("agent", "io.foreread.agent.hook", "io.foreread.agent.install.*Test"),
    AGENT_INSTALL("agent", "io.foreread.agent.install"),
    AGENT_PROBE("agent", "io.foreread.agent.probe"),
    AGENT_STARTUP("agent", "io.foreread.agent.startup");

    /** The JVM options of the unit tests in the POM of each module. */
    private static final List<String> JVM_OPTIONS = List.of(
            "-ea",
            "-Xmx512m",
            "-XX:+UseG1GC",
            "-XX:MaxDirectMemorySize=256m",
            "-Djdk.attach.allowAttachSelf=true",
            "-Dsun.net.httpserver.idleInterval=2",
            "-Dsun.net.httpserver.clockTick=500",
            "-Dsun.net.httpserver.maxReqHeaderSize=0");
    /**
     * Classes that are not mutated, because their tests load them from a jar. PIT mutates only the classes in its own class
     * loader. NodeAttachment is the first class of an attachment: NodeAttachmentTest attaches it and detaches it,
     * NodeAttachmentFailureTest lets steps of its start fail, and both check that nothing is left. RequiredResident returns a
     * constant: AttachedCopyTest reads it from jars with this and with another version.
     */
    private static final Set<String> LOADED_FROM_A_JAR =
            Set.of("io.foreread.agent.startup.NodeAttachment", "io.foreread.agent.startup.RequiredResident");
    /** PIT runs the tests with the launcher of the suites. */
    private static final String LAUNCHER = "junit-platform-.*\\.jar";

    private final String module;
    private final String name;
    private final List<String> otherTests;

    /** @param otherTests patterns of tests in other packages, which take part in addition to those of the package */
    MutatedPart(String module, String name, String... otherTests) {
        this.module = module;
        this.name = name;
        this.otherTests = List.of(otherTests);
    }

    /** Returns the parts that {@code -Dmutation.parts=exporter-config,agent-control} selects, or all. */
    static Stream<MutatedPart> selected() {
        List<String> wanted = List.of(System.getProperty("mutation.parts", "").split(","));
        List<String> names = Stream.of(values()).map(MutatedPart::toString).toList();
        if (wanted.contains("")) return Stream.of(values());
        if (!names.containsAll(wanted))
            throw new IllegalArgumentException("-Dmutation.parts=" + String.join(",", wanted)
                    + " contains an unknown part; the parts are " + String.join(", ", names));
        return Stream.of(values()).filter(part -> wanted.contains(part.toString()));
    }

    /** The working directory of the tests. */
    Path directory() {
        return ProjectFiles.of(module);
    }

    Path sources() {
        return directory().resolve("src/main/java");
    }

    List<String> classes() throws IOException {
        return Pit.classes(sources(), List.of(name)).stream()
                .filter(type -> !LOADED_FROM_A_JAR.contains(type))
                .toList();
    }

    List<String> tests() {
        return Stream.concat(Stream.of(name + ".*Test"), otherTests.stream()).toList();
    }

    static List<String> jvmOptions() {
        return JVM_OPTIONS;
    }

    /**
     * Returns the class path of the unit tests. The profile {@code mutation} writes the list of libraries.
     *
     * @param first entries that precede all others
     */
    String classPath(List<Path> first) throws IOException {
        Stream<String> classes = Stream.of(
                        module + "/target/test-classes", module + "/target/classes", "exporter/target/classes")
                .map(ProjectFiles::of)
                .map(Path::toString);
        Stream<String> launcher = Stream.of(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(jar -> Path.of(jar).getFileName().toString().matches(LAUNCHER));
        Stream<String> libraries = Stream.of(
                Files.readString(directory().resolve("target/test.classpath")).trim());
        return Stream.of(first.stream().map(Path::toString), classes, launcher, libraries)
                .flatMap(entries -> entries)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The name in options, such as {@code exporter-config}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
