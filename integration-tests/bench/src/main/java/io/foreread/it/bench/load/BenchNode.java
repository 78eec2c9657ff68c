package io.foreread.it.bench.load;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.JavaHomes;
import java.nio.file.Path;
import java.time.Duration;

/** What nodes of all benchmarks have in common, so that their figures compare. */
public final class BenchNode {
    public static final String HOST = "127.0.0.1";
    /** One for all releases; the collector's agent is compiled for it. */
    private static final int JAVA = 17;

    private static final Duration START_LIMIT = Duration.ofMinutes(10);

    private BenchNode() {}

    public static ChildJvmNodeBuilder builder(CassandraVersion release, Path storage) {
        ChildJvmNodeBuilder builder = ChildJvmNode.of(release, storage)
                .heap("2g", "2g")
                // All of it there from the start: what a node's memory grows by is neither heap nor noise then.
                .jvmOptions("-XX:+AlwaysPreTouch")
                .startLimit(START_LIMIT)
                .systemProperty("java.rmi.server.hostname", HOST);
        JavaHomes.ofFeature(JAVA).ifPresent(builder::java);
        return builder;
    }

    /**
     * @param text a version, or a line for its newest release
     * @throws IllegalArgumentException the message says what the option may be
     */
    public static CassandraVersion release(String text) {
        try {
            return CassandraRelease.lines().contains(text)
                    ? CassandraRelease.newestOf(text).version()
                    : CassandraVersion.of(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "--cassandra: " + e.getMessage() + ", or a line: " + String.join(", ", CassandraRelease.lines()),
                    e);
        }
    }
}
