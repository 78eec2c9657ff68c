package io.foreread.it.mutation;

import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.it.contract.DirectReads;
import io.foreread.it.contract.jvm.ContractJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs PIT on the reader, whose mutants are killed by the rules of the contract and by unit tests. */
@Timeout(value = 180, unit = TimeUnit.MINUTES)
class ReaderMutationIT {
    private static final List<String> PACKAGES =
            List.of("io.foreread.agent.readahead", "io.foreread.agent.reader", "org.apache.cassandra");
    private static final List<String> TESTS =
            List.of("io.foreread.it.contract.*Rules", "io.foreread.agent.readahead.*Test");

    private static final double MIN_KILLED_PERCENT = 90;
    private static final long LIMIT_MINUTES = 170;

    @Test
    void everyMutantOfTheReaderIsKilledOrExplained() throws IOException {
        List<String> classes = Pit.classes(ContractJvm.sources(), PACKAGES);
        assumeFalse(classes.isEmpty(), "-Dmutation.classes selects no class of the reader");
        ContractJvm jvm = MutationJvm.prepare("pit");
        assumeTrue(
                DirectReads.possible(jvm.dataFile()),
                "this file system does not support direct I/O, so mutants of the code for direct I/O would survive");
        Path reports = jvm.directory().resolve("report");
        List<String> output = jvm.run(
                Pit.arguments(reports, ContractJvm.sources(), classes, TESTS, jvm.options()),
                Pit.classPath(jvm.directory()),
                "pit.log",
                LIMIT_MINUTES);
        Pit.check(reports, output, MIN_KILLED_PERCENT);
    }
}
