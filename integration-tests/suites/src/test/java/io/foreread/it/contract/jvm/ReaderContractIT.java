package io.foreread.it.contract.jvm;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.LoopVolume;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks every rule of the contract on the newest release of each line and the last release without native read-ahead.
 * The rules run in a JVM with the classes of the release, on sstables that a node of the release has written.
 *
 * <p>On 6.0 the default run checks the quick rules only, because the matrix takes about a minute. A full run checks both.
 */
class ReaderContractIT {
    /** The release of which the default run checks the quick rules only. */
    private static final CassandraRelease ONLY_QUICK = CassandraRelease.newestOf("6.0");

    private static final List<CassandraRelease> RELEASES = List.of(
            CassandraRelease.newestOf("3.11"),
            CassandraRelease.newestOf("4.0"),
            CassandraRelease.newestOf("4.1"),
            CassandraRelease.LAST_WITHOUT_NATIVE,
            CassandraRelease.newestOf("5.0"),
            ONLY_QUICK);

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
        try {
            Path directory = ContractTests.directory(release);
            boolean matrix = Full.isAskedFor() || !ONLY_QUICK.equals(release);
            ContractJvm jvm = ContractJvm.ofJar(release, directory, matrix);
            try (LoopVolume volume = volume(directory, jvm)) {
                if (volume != null) jvm.volume(volume.mountPoint());
                Stream<DynamicTest> quick = ContractTests.quick(jvm);
                return matrix ? Stream.concat(quick, ContractTests.matrix(jvm)) : quick;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot check " + release, e);
        }
    }

    /** Creates a volume for {@code OverlapRules}, which need fincore to see which pages are cached. Null if it cannot. */
    private static @Nullable LoopVolume volume(Path directory, ContractJvm jvm) {
        if (!Shell.has("fincore")) {
            jvm.noVolume("fincore is not installed (package util-linux or util-linux-extra)");
            return null;
        }
        try {
            return LoopVolume.create(directory.resolve("volume"), VOLUME_BYTES, KERNEL_READ_AHEAD_KIB);
        } catch (IllegalStateException e) {
            jvm.noVolume(String.valueOf(e.getMessage()));
            return null;
        }
    }
}
