package io.foreread.it.contract.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.foreread.it.fixture.CassandraRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/** Runs the rules of the contract in a JVM, and makes each of its results a test. */
final class ContractTests {
    private static final long LIMIT_MINUTES = 5;
    private static final int MIN_QUICK_RULES = 50;
    private static final int MIN_MATRIX_CASES = 1000;

    private ContractTests() {}

    /** Creates a directory in the build directory, where the logs of failed runs are found. */
    static Path directory(CassandraRelease release) throws IOException {
        return Files.createTempDirectory(
                        Files.createDirectories(Path.of("target", "nodes")), "reader-contract-" + release + "-")
                .toAbsolutePath();
    }

    static Stream<DynamicTest> quick(ContractJvm jvm) throws IOException {
        return tests("quick", jvm, jvm.runQuick("!matrix", LIMIT_MINUTES), MIN_QUICK_RULES);
    }

    static Stream<DynamicTest> matrix(ContractJvm jvm) throws IOException {
        return tests("matrix", jvm, jvm.runMatrix("matrix", LIMIT_MINUTES), MIN_MATRIX_CASES);
    }

    private static Stream<DynamicTest> tests(String name, ContractJvm jvm, List<String> output, int minimum) {
        DynamicTest end = dynamicTest(name + " ran to its end", () -> {
            assertThat(output).as(() -> String.join("\n", output)).contains("java " + jvm.javaVersion(), "end");
            assertThat(output).filteredOn(line -> line.startsWith("ok ")).hasSizeGreaterThan(minimum);
        });
        return Stream.concat(
                output.stream()
                        .filter(line -> line.matches("(ok|skip|FAIL) .*"))
                        .map(ContractTests::test),
                Stream.of(end));
    }

    private static DynamicTest test(String line) {
        if (line.startsWith("ok ")) return dynamicTest(line.substring("ok ".length()), () -> {});
        String name = line.substring(line.indexOf(' ') + 1, line.indexOf(": "));
        String reason = line.substring(line.indexOf(": ") + 2);
        return dynamicTest(name, () -> {
            if (line.startsWith("skip ")) Assumptions.abort(reason);
            throw new AssertionError(line);
        });
    }
}
