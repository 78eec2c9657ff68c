package io.foreread.it.node;

import io.foreread.it.fixture.CassandraRelease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Those of a suite's releases that {@code -Dcassandra.lines} leaves. */
public final class NodeReleases {
    private NodeReleases() {}

    public static Stream<CassandraRelease> of(CassandraRelease... releases) {
        List<CassandraRelease> wanted = CassandraRelease.all();
        return Arrays.stream(releases).filter(wanted::contains);
    }

    /** An empty directory below target for a suite's node; its log stays there for whoever looks into a failure. */
    public static Path storage(String suite, CassandraRelease release) {
        try {
            return Files.createTempDirectory(
                    Files.createDirectories(Path.of("target", "nodes").toAbsolutePath()), suite + "-" + release + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
