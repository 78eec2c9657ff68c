package io.foreread.it.node;

import io.foreread.it.fixture.NodeAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Records latencies in timers of Cassandra's registry, with an agent that it attaches to the JVM of a node. */
final class LatencyRecorder {
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
    private final NodeAgent agent;

    /** @param directory an empty directory for the agent and the values */
    LatencyRecorder(Path directory) throws IOException {
        this.directory = directory;
        agent = new NodeAgent(directory, "RecordLatencies", SOURCE);
    }

    /** @param scope a scope of Cassandra's ClientRequest metrics, such as {@code CASWrite} */
    void record(long pid, String scope, long[] nanos) throws IOException {
        Path values = Files.createTempFile(directory, "latencies", ".txt");
        Files.writeString(values, LongStream.of(nanos).mapToObj(Long::toString).collect(Collectors.joining("\n")));
        agent.run(pid, "org.apache.cassandra.metrics.ClientRequest.Latency." + scope + "," + values);
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
