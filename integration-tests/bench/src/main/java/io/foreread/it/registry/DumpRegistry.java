package io.foreread.it.registry;

import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.ChildJvmNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes lists of the metrics that running nodes register, for the tests of the exporter's catalog. */
@Command(
        name = "dump-registry",
        description = {
            "Starts a node of each release, uses a table and its indexes, and writes the names and kinds of the node's",
            "metrics to exporter/src/test/resources/registry/<line>.txt. git diff then shows what the release changed."
        })
public final class DumpRegistry extends BenchCommand<List<CassandraVersion>> {
    @SuppressWarnings("UnusedVariable") // picocli reads it
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = "--cassandra",
            paramLabel = "VERSION,...",
            split = ",",
            description = "Exact versions, or lines (their newest release). Default: all lines")
    private List<String> releases = CassandraRelease.lines();

    private final Lister lister;

    public DumpRegistry() {
        this(DumpRegistry::list);
    }

    DumpRegistry(Lister lister) {
        this.lister = lister;
    }

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new DumpRegistry()).execute(arguments));
    }

    @Override
    protected List<CassandraVersion> options() {
        return releases.stream().map(BenchNode::release).toList();
    }

    @Override
    protected boolean measure(List<CassandraVersion> versions) throws IOException {
        for (CassandraVersion version : versions) {
            Path storage = console().runDirectory().resolve(version.text());
            console().out().println("Cassandra " + version + ": starting a node");
            try {
                Path file = UsedRegistry.file(version);
                Files.writeString(file, lister.list(version, storage));
                console().out().println("Cassandra " + version + ": " + file);
            } catch (IOException | RuntimeException e) {
                console().fail("Cassandra " + version, e);
            }
        }
        console().endRun(!console().hasFailed());
        return true;
    }

    private static String list(CassandraVersion version, Path storage) throws IOException {
        try (ChildJvmNode node = ChildJvmNode.of(version, storage).start()) {
            return UsedRegistry.list(node);
        }
    }

    /** Lists the metrics of a release. */
    interface Lister {
        /** @param storage the directory for the files of the node, which is not deleted here */
        String list(CassandraVersion version, Path storage) throws IOException;
    }
}
