package io.foreread.it.node;

import io.foreread.it.fixture.CassandraArtifacts;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.JvmFlags;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs Cassandra's nodetool in a separate JVM. */
final class NodeTool {
    private NodeTool() {}

    /** Runs nodetool against a node. */
    static String run(ChildJvmNode node, String... arguments) {
        Stream<String> target = Stream.of("-h", "127.0.0.1", "-p", String.valueOf(node.jmxPort()));
        return run(
                node.version(),
                null,
                Stream.concat(target, Stream.of(arguments)).toArray(String[]::new));
    }

    /**
     * @param javaToolOptions the value of the environment variable JAVA_TOOL_OPTIONS; null for none
     * @return standard output and error, without the message of the JVM about JAVA_TOOL_OPTIONS
     */
    static String run(CassandraVersion version, String javaToolOptions, String... arguments) {
        List<Path> jars = CassandraArtifacts.inBuildDirectory().classPath(version);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmFlags.of(version, Runtime.version().feature()));
        // nodetool puts brackets around an IPv4 address, which newer Java versions reject. The shell script nodetool
        // sets this property too.
        command.add("-Dcom.sun.jndi.rmiURLParsing=legacy");
        command.add("-cp");
        command.add(jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.add("org.apache.cassandra.tools.NodeTool");
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        if (javaToolOptions != null) builder.environment().put("JAVA_TOOL_OPTIONS", javaToolOptions);
        try {
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return output.lines()
                    .filter(line -> !line.startsWith("Picked up JAVA_TOOL_OPTIONS"))
                    // Without a logback.xml Cassandra logs to standard output. Log lines start with the time, and are
                    // removed.
                    .filter(line -> !line.matches("\\d\\d:\\d\\d:\\d\\d\\.\\d+ \\[.*"))
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
