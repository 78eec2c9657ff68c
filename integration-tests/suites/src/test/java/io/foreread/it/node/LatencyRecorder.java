package io.foreread.it.node;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Records latencies in timers of Cassandra's registry, with an agent that it attaches to the JVM of a node. */
final class LatencyRecorder {
    private static final String CLASS = "RecordLatencies";

    /** Compiled for Java 8, because nodes of all lines load it. Cassandra's classes are in the class path of the node. */
    private static final String SOURCE =
            """
            import java.nio.file.*;
            import java.util.concurrent.TimeUnit;

            public class RecordLatencies {
                public static void agentmain(String arguments) throws Exception {
                    String[] words = arguments.split(",", 2);
                    Class<?> registryClass = Class.forName("org.apache.cassandra.metrics.CassandraMetricsRegistry");
                    Object registry = registryClass.getField("Metrics").get(null);
                    Object timers = registryClass.getMethod("getTimers").invoke(registry);
                    Object timer = ((java.util.Map<?, ?>) timers).get(words[0]);
                    java.lang.reflect.Method update = Class.forName("com.codahale.metrics.Timer")
                            .getMethod("update", long.class, TimeUnit.class);
                    for (String nanos : Files.readAllLines(Paths.get(words[1])))
                        update.invoke(timer, Long.parseLong(nanos), TimeUnit.NANOSECONDS);
                }
            }
            """;

    private final Path directory;
    private final Path jar;

    /** @param directory an empty directory for the agent and the values */
    LatencyRecorder(Path directory) throws IOException {
        this.directory = directory;
        Path source = Files.writeString(directory.resolve(CLASS + ".java"), SOURCE);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        boolean compiled = compiler.getTask(
                        messages,
                        null,
                        null,
                        List.of("--release", "8", "-Xlint:-options", "-d", directory.toString()),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
                .call();
        if (!compiled) throw new IllegalStateException(messages.toString());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Agent-Class", CLASS);
        jar = directory.resolve("recorder.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry(CLASS + ".class"));
            out.write(Files.readAllBytes(directory.resolve(CLASS + ".class")));
        }
    }

    /** @param scope a scope of Cassandra's ClientRequest metrics, such as {@code CASWrite} */
    void record(long pid, String scope, long[] nanos) throws Exception {
        Path values = Files.createTempFile(directory, "latencies", ".txt");
        Files.writeString(values, LongStream.of(nanos).mapToObj(Long::toString).collect(Collectors.joining("\n")));
        VirtualMachine node = VirtualMachine.attach(Long.toString(pid));
        try {
            node.loadAgent(
                    jar.toString(), "org.apache.cassandra.metrics.ClientRequest.Latency." + scope + "," + values);
        } finally {
            node.detach();
        }
    }

    /** Returns the values at every n-th index, or all values at the other indexes. */
    static long[] every(int n, long[] values, boolean others) {
        return java.util.stream.IntStream.range(0, values.length)
                .filter(i -> (i % n == 0) != others)
                .mapToLong(i -> values[i])
                .toArray();
    }

    /** Returns the quantile of sorted nanoseconds, in seconds. */
    static double quantile(long[] sorted, double quantile) {
        return sorted[(int) Math.ceil(quantile * sorted.length) - 1] / 1e9;
    }

    static long atMost(long[] nanos, double seconds) {
        return Arrays.stream(nanos).filter(value -> value / 1e9 <= seconds).count();
    }
}
