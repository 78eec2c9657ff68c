package io.foreread.it.node;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.Full;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The releases of a suite that {@code -Dcassandra.lines} selects. */
public final class NodeReleases {
    private NodeReleases() {}

    public static Stream<CassandraRelease> of(CassandraRelease... releases) {
        List<CassandraRelease> wanted = CassandraRelease.all();
        return Arrays.stream(releases).filter(wanted::contains);
    }

    /**
     * Returns the same releases as {@link #of} in a full run, and otherwise the last selected release. Suites use this
     * method for checks that do not depend on the line.
     */
    public static Stream<CassandraRelease> last(CassandraRelease... releases) {
        List<CassandraRelease> selected = of(releases).toList();
        return selected.stream().skip(Full.isAskedFor() ? 0 : Math.max(0, selected.size() - 1));
    }

    /** Returns the same releases as {@link #of} in a full run, and otherwise the first and the last selected release. */
    public static Stream<CassandraRelease> ends(CassandraRelease... releases) {
        List<CassandraRelease> selected = of(releases).toList();
        if (Full.isAskedFor() || selected.size() <= 2) return selected.stream();
        return Stream.of(selected.get(0), selected.get(selected.size() - 1));
    }

    /** An empty directory below target for the node of a suite. The log of the node is kept there. */
    public static Path storage(String suite, CassandraRelease release) {
        try {
            return Files.createTempDirectory(
                    Files.createDirectories(Path.of("target", "nodes").toAbsolutePath()), suite + "-" + release + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
