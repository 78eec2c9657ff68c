package io.foreread.it.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.Tally;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks every rule for writers that compress ahead. The default run uses 4.1, a full run every release whose writer they
 * know.
 */
class WriterContractIT {
    /** The numbers of sstables and bytes that the rules of a class have compared. */
    private static final Pattern COMPARED = Pattern.compile("compared (\\d+) (\\d+)");

    @TestFactory
    Stream<DynamicNode> writersThatCompressAheadEqualStockWriters() {
        return Full.lines(CassandraRelease.newestOf("4.1")).stream()
                .filter(release -> !release.version().isAtLeast(6, 0))
                .map(release ->
                        dynamicContainer(release.toString(), Stream.of(release).flatMap(WriterContractIT::rules)));
    }

    private static Stream<DynamicTest> rules(CassandraRelease release) {
        try {
            WriterJvm jvm = WriterJvm.ofJar(release);
            Stream<DynamicTest> tests = Stream.of();
            for (String rules : WriterJvm.rules())
                tests = Stream.concat(tests, tests(rules, jvm.run(rules, List.of())));
            return tests;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot check " + release, e);
        }
    }

    private static Stream<DynamicTest> tests(String name, List<String> output) {
        DynamicTest end = dynamicTest(name + " ran to its end", () -> {
            assertThat(output).as(() -> String.join("\n", output)).contains("end");
            assertThat(output).filteredOn(line -> line.startsWith("ok ")).hasSizeGreaterThan(1);
            output.forEach(WriterContractIT::countCompared);
        });
        return Stream.concat(
                output.stream()
                        .filter(line -> line.matches("(ok|skip|FAIL) .*"))
                        .map(WriterContractIT::test),
                Stream.of(end));
    }

    private static void countCompared(String line) {
        Matcher compared = COMPARED.matcher(line);
        if (!compared.matches()) return;
        Tally.SSTABLES_COMPARED.add(Long.parseLong(compared.group(1)));
        Tally.BYTES_COMPARED.add(Long.parseLong(compared.group(2)));
    }

    private static DynamicTest test(String line) {
        String name = line.replaceFirst("\\w+ ([^:]*).*", "$1");
        return dynamicTest(name, () -> {
            if (line.startsWith("skip ")) Assumptions.abort(line);
            assertThat(line).startsWith("ok ");
        });
    }
}
