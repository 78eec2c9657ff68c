package io.foreread.it.mutation;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.foreread.it.contract.jvm.ContractJvm;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.writer.WriterJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs PIT on compress-ahead, whose mutants are killed by the rules for writers and by unit tests. */
@Timeout(value = 120, unit = TimeUnit.MINUTES)
class WriterMutationIT {
    private static final List<String> PACKAGES = List.of("io.foreread.agent.writeahead", "io.foreread.agent.writer");
    private static final List<String> TESTS = List.of(
            "io.foreread.it.writer.*Rules", "io.foreread.agent.writeahead.*Test", "io.foreread.agent.writer.*Test");

    private static final double MIN_KILLED_PERCENT = 90;
    private static final long LIMIT_MINUTES = 110;

    @Test
    void everyMutantOfCompressAheadIsKilledOrExplained() throws IOException {
        List<String> classes = Pit.classes(ContractJvm.sources(), PACKAGES);
        assumeFalse(classes.isEmpty(), "-Dmutation.classes selects no class of compress-ahead");
        WriterJvm jvm = WriterJvm.ofClasses(CassandraRelease.newestOf("4.1"));
        Path reports = jvm.directory().resolve("report");
        List<String> output = jvm.run(
                Pit.arguments(reports, ContractJvm.sources(), classes, TESTS, jvm.options()),
                Pit.classPath(jvm.directory()),
                "pit.log",
                LIMIT_MINUTES);
        Pit.check(reports, output, MIN_KILLED_PERCENT);
    }
}
