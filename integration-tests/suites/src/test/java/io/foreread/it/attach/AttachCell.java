package io.foreread.it.attach;

import io.foreread.it.container.CassandraImages;
import io.foreread.it.container.ContainerNode;
import io.foreread.it.container.ContainerNodeBuilder;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.SafepointLog;
import io.foreread.it.fixture.Shell;
import io.foreread.it.node.NodeReleases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A release, and the Java of its node.
 *
 * @param java the feature number of a Java from a Debian package, in a container; 0 for a Java of this machine
 */
record AttachCell(CassandraRelease release, int java) {
    /** Whether the newest release of each line is a cell. Otherwise only 4.1 is. */
    static final boolean THOROUGH = Full.isAskedFor() || System.getProperty("cassandra.lines") != null;

    /**
     * A node that runs without the agent.
     *
     * @param safepoints the log of the JVM of the node
     * @param directory a directory for further files, which the node can read
     * @param java the feature number of the Java of the node
     */
    record Started(AttachableNode node, SafepointLog safepoints, Path directory, int java) {}

    static Stream<AttachCell> cells() {
        CassandraRelease only = CassandraRelease.newestOf("4.1");
        if (!THOROUGH) return Stream.of(new AttachCell(only, 0));
        return Stream.of(
                        // The Java versions on which these lines are deployed most.
                        new AttachCell(CassandraRelease.newestOf("3.11"), Full.isAskedFor() ? 8 : 0),
                        new AttachCell(CassandraRelease.newestOf("4.0"), 0),
                        new AttachCell(only, Full.isAskedFor() ? 11 : 0),
                        new AttachCell(CassandraRelease.LAST_WITHOUT_NATIVE, 0),
                        new AttachCell(CassandraRelease.newestOf("5.0"), 0))
                .filter(cell -> CassandraRelease.all().contains(cell.release()));
    }

    /** Starts the node. Skips the test if it needs a container and there is none. */
    Started start() throws IOException {
        Path storage = NodeReleases.storage("attach", release);
        Path directory = Files.createDirectory(storage.resolve("attach"));
        Path log = directory.resolve("safepoints.log");
        if (java == 0) {
            ChildJvmNodeBuilder builder = ChildJvmNode.of(release, storage).diskAccessMode(diskAccessMode(release));
            SafepointLog safepoints = new SafepointLog(log, builder.javaFeature());
            AttachableNode node = AttachableNode.of(
                    builder.jvmOptions(safepoints.options(log)).start(), directory);
            return new Started(node, safepoints, directory, builder.javaFeature());
        }
        CassandraImages.missingJava().ifPresent(why -> Assumptions.assumeTrue(false, why));
        Assumptions.assumeTrue(Shell.has("docker"), "no docker command: install docker.io");
        SafepointLog safepoints = new SafepointLog(log, java);
        ContainerNodeBuilder builder = ContainerNode.of(release, storage).java(java);
        builder.diskAccessMode(diskAccessMode(release));
        builder.jvmOptions(safepoints.options(builder.seen(log)));
        return new Started(AttachableNode.of(builder.start(), builder, java, directory), safepoints, directory, java);
    }

    /** Under mmap Foreread takes over from the native read-ahead. Reads without mmap can be counted. */
    static String diskAccessMode(CassandraRelease release) {
        return release.hasNativeReadAhead() || release.line().equals("3.11") ? "mmap" : "standard";
    }

    @Override
    public String toString() {
        return release + (java == 0 ? "" : " on Java " + java);
    }
}
