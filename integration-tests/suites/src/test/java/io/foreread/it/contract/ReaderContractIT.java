package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.foreread.it.fixture.AgentJar;
import io.foreread.it.fixture.CassandraArtifacts;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.LoopVolume;
import io.foreread.it.fixture.Shell;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * Our reader reads what the stock reader reads: every case of {@link ReaderContract}, on sstables that a node of the
 * line has written, in a JVM of the line.
 */
class ReaderContractIT {
    private static final List<CassandraRelease> RELEASES = List.of(
            CassandraRelease.newestOf("3.11"),
            CassandraRelease.newestOf("4.0"),
            CassandraRelease.newestOf("4.1"),
            CassandraRelease.LAST_WITHOUT_NATIVE,
            CassandraRelease.newestOf("5.0"));
    /** Cassandra unmaps and frees direct memory through these. */
    private static final List<String> PACKAGES =
            List.of("java.nio", "sun.nio.ch", "jdk.internal.ref", "jdk.internal.misc", "java.lang", "java.io");

    private static final long LIMIT_MINUTES = 5;
    private static final long VOLUME_BYTES = 64L << 20;
    private static final int KERNEL_READ_AHEAD_KIB = 4;

    @TestFactory
    Stream<DynamicNode> ourReaderReadsWhatTheStockReaderReads() {
        return RELEASES.stream()
                .filter(CassandraRelease.all()::contains)
                .map(release ->
                        dynamicContainer(release.toString(), Stream.of(release).flatMap(this::cases)));
    }

    private Stream<DynamicNode> cases(CassandraRelease release) {
        List<String> output = new ArrayList<>();
        int exitCode;
        boolean onVolume;
        try {
            // Below target, where the logs stay for whoever looks into a failure.
            Path storage = Files.createTempDirectory(
                            Files.createDirectories(Path.of("target", "nodes")), "reader-contract-" + release + "-")
                    .toAbsolutePath();
            try (ChildJvmNode node =
                    ChildJvmNode.of(release, storage).fileCache(true).start()) {
                ContractTables.write(node);
            }
            // For what takes a device where the kernel by itself reads little ahead.
            try (LoopVolume volume = Shell.isRoot() && Shell.has("fincore") ? volume(storage) : null) {
                exitCode = check(command(release, storage, volume), storage, output);
                onVolume = volume != null;
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot check " + release, e);
        }
        Stream<DynamicNode> cases = output.stream()
                .filter(line -> line.startsWith("ok ") || line.startsWith("FAIL "))
                .map(ReaderContractIT::test);
        DynamicNode end = dynamicTest("ran to its end", () -> {
            assertThat(exitCode).as(() -> String.join("\n", output)).isZero();
            assertThat(output).anyMatch(line -> line.matches("ran [1-9]\\d\\d+"));
        });
        DynamicNode overlap = dynamicTest("overlap looked at", () -> assumeThat(onVolume)
                .as("root, loop devices and fincore, to see which blocks the kernel has read")
                .isTrue());
        DynamicNode direct =
                dynamicTest("direct reads looked at", () -> assumeThat(output.contains("direct reads possible: true"))
                        .as("a file system below target that can be read past the page cache")
                        .isTrue());
        return Stream.concat(cases, Stream.of(end, overlap, direct));
    }

    /** @return null if the machine has no loop devices */
    private static LoopVolume volume(Path storage) {
        try {
            return LoopVolume.create(storage.resolve("volume"), VOLUME_BYTES, KERNEL_READ_AHEAD_KIB);
        } catch (IllegalStateException e) {
            return null;
        }
    }

    private static DynamicNode test(String line) {
        if (line.startsWith("ok ")) return dynamicTest(line.substring("ok ".length()), () -> {});
        String name = line.substring("FAIL ".length(), line.indexOf(": "));
        return dynamicTest(name, () -> {
            throw new AssertionError(line);
        });
    }

    private static int check(List<String> command, Path storage, List<String> output) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(storage.resolve("contract.log").toFile())
                .start();
        try {
            if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES))
                throw new IllegalStateException("no end after " + LIMIT_MINUTES + " minutes");
            output.addAll(Files.readAllLines(storage.resolve("contract.log")));
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<String> command(CassandraRelease release, Path storage, LoopVolume volume) throws IOException {
        Path scratch = Files.createDirectories(storage.resolve("damaged"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String name : PACKAGES) command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED");
        command.addAll(List.of("-ea", "-Xms512m", "-Xmx1g", "-XX:+UseParallelGC"));
        command.add(
                "-Dcassandra.config=" + storage.resolve("conf/cassandra.yaml").toUri());
        command.add("-Dcassandra.storagedir=" + storage);
        command.add("-Dlogback.configurationFile=" + storage.resolve("conf/logback.xml"));
        command.add("-cp");
        command.add(classPath(release));
        command.add(ReaderContract.class.getName());
        command.add(storage.resolve("data").resolve(ContractTables.KEYSPACE).toString());
        command.add(scratch.toString());
        if (volume != null) command.add(volume.mountPoint().toString());
        return command;
    }

    /** The release's own jars, the agent's, and these classes: nothing else of the tests. */
    private static String classPath(CassandraRelease release) {
        Path ours = Path.of(ReaderContract.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        return Stream.concat(
                        CassandraArtifacts.inBuildDirectory().classPath(release.version()).stream(),
                        Stream.of(AgentJar.locate(), ours))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }
}
