package io.foreread.it.bench.command;

import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.fixture.CassandraVersion;
import picocli.CommandLine.Option;

/** The option {@code --cassandra} of a benchmark that measures one release. */
public final class ReleaseOption {
    @Option(
            names = "--cassandra",
            paramLabel = "RELEASE",
            description = "A release (4.1.10), or a line (4.1) for its newest release. Default: ${DEFAULT-VALUE}")
    private String release;

    /** @param usual the default */
    public ReleaseOption(String usual) {
        release = usual;
    }

    /** @throws IllegalArgumentException if there is no such release or line */
    public CassandraVersion version() {
        return BenchNode.release(release);
    }
}
