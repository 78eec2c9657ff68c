package io.foreread.it.bench.load;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.JavaHomes;
import io.foreread.it.fixture.Shell;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The common settings of nodes in all benchmarks, so that their figures are comparable. */
public final class BenchNode {
    public static final String HOST = "127.0.0.1";
    /** The Java version of the nodes of all releases. The CollectorAgent of {@code ./bench scrape} is compiled for it. */
    private static final int JAVA = 17;

    private static final Pattern BUILD = Pattern.compile("Runtime Environment.* \\(build ([^,)]+)");
    private static final Duration START_LIMIT = Duration.ofMinutes(10);

    private BenchNode() {}

    public static ChildJvmNodeBuilder builder(CassandraVersion release, Path storage) {
        ChildJvmNodeBuilder builder = ChildJvmNode.of(release, storage)
                .heap("2g", "2g")
                // The JVM allocates the whole heap at the start, so later growth of the node's memory is not heap.
                .jvmOptions("-XX:+AlwaysPreTouch")
                .startLimit(START_LIMIT)
                .systemProperty("java.rmi.server.hostname", HOST);
        return builder.java(java());
    }

    /** The full version of the Java that runs the nodes, such as {@code 17.0.15+6-Debian-1deb12u1}. */
    public static String jdk() {
        Matcher build = BUILD.matcher(Shell.run(java().executable().toString(), "-version"));
        if (!build.find()) throw new IllegalStateException("java -version prints no build");
        return build.group(1);
    }

    private static JavaHomes.JavaHome java() {
        return JavaHomes.ofFeature(JAVA)
                .orElseThrow(() -> new IllegalStateException("benchmarks run nodes on Java " + JAVA
                        + ": install its JDK, or set JAVA" + JAVA + "_HOME to it"));
    }

    /**
     * @param text a version, or a line for its newest release
     * @throws IllegalArgumentException the message contains the valid values
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
