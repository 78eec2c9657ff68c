package io.foreread.it.mutation;

import io.foreread.it.contract.jvm.ContractJvm;
import io.foreread.it.fixture.CassandraRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Prepares the JVMs in which the rules run against changed classes of the reader. */
final class MutationJvm {
    /**
     * A release whose offline tools can open an sstable without a node, which some rules require.
     */
    private static final CassandraRelease RELEASE = CassandraRelease.newestOf("4.1");

    private MutationJvm() {}

    static ContractJvm prepare(String name) throws IOException {
        Path directory =
                Files.createDirectories(Path.of("target", "mutation", name).toAbsolutePath());
        return ContractJvm.ofClasses(RELEASE, Files.createTempDirectory(directory, "run-"));
    }
}
