package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.LoopVolume;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks every rule of the contract on the newest releases of 3.11 to 5.0 and the last release without native read-ahead.
 * The rules run in a JVM with the classes of the release, on sstables that a node of the release has written.
 */
class ReaderContractIT {
    private static final List<CassandraRelease> RELEASES = List.of(
            CassandraRelease.newestOf("3.11"),
            CassandraRelease.newestOf("4.0"),
            CassandraRelease.newestOf("4.1"),
            CassandraRelease.LAST_WITHOUT_NATIVE,
            CassandraRelease.newestOf("5.0"));

    private static final long LIMIT_MINUTES = 5;
    private static final int MIN_QUICK_RULES = 50;
    private static final int MIN_MATRIX_CASES = 1000;
    private static final long VOLUME_BYTES = 64L << 20;
    private static final int KERNEL_READ_AHEAD_KIB = 4;

    @TestFactory
    Stream<DynamicNode> forereadsReaderEqualsTheStockReader() {
        return RELEASES.stream()
                .filter(CassandraRelease.all()::contains)
                .map(release ->
                        dynamicContainer(release.toString(), Stream.of(release).flatMap(ReaderContractIT::rules)));
    }

    private static Stream<DynamicTest> rules(CassandraRelease release) {
        List<String> quick;
        List<String> matrix;
        try {
            // Keep the logs in the build directory.
            Path directory = Files.createTempDirectory(
                            Files.createDirectories(Path.of("target", "nodes")), "reader-contract-" + release + "-")
                    .toAbsolutePath();
            ContractJvm jvm = ContractJvm.ofJar(release, directory);
            try (LoopVolume volume = volume(directory)) {
                jvm.volume(volume == null ? null : volume.mountPoint());
                quick = jvm.run(
                        List.of(ContractRun.class.getName(), quickRules(release)),
                        List.of(),
                        "quick.log",
                        LIMIT_MINUTES);
                matrix = jvm.runMatrix("matrix", LIMIT_MINUTES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot check " + release, e);
        }
        return Stream.concat(tests("quick", quick, MIN_QUICK_RULES), tests("matrix", matrix, MIN_MATRIX_CASES));
    }

    /**
     * Includes rules with the tag offline on 4.0 and 4.1 only. They open an SSTableReader without a node, as the offline
     * tools of these two lines do.
     */
    private static String quickRules(CassandraRelease release) {
        boolean offline =
                release.version().isAtLeast(4, 0) && !release.version().isAtLeast(5, 0);
        return offline ? "!matrix" : "!matrix & !offline";
    }

    private static Stream<DynamicTest> tests(String name, List<String> output, int minimum) {
        DynamicTest end = dynamicTest(name + " ran to its end", () -> {
            assertThat(output).as(() -> String.join("\n", output)).contains("end");
            assertThat(output).filteredOn(line -> line.startsWith("ok ")).hasSizeGreaterThan(minimum);
        });
        return Stream.concat(
                output.stream()
                        .filter(line -> line.matches("(ok|skip|FAIL) .*"))
                        .map(ReaderContractIT::test),
                Stream.of(end));
    }

    /**
     * @return null without root, fincore or a loop device; {@link OverlapRules} needs all of them to see which pages
     *     are cached
     */
    private static @Nullable LoopVolume volume(Path directory) {
        if (!Shell.isRoot() || !Shell.has("fincore")) return null;
        try {
            return LoopVolume.create(directory.resolve("volume"), VOLUME_BYTES, KERNEL_READ_AHEAD_KIB);
        } catch (IllegalStateException e) {
            return null;
        }
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
