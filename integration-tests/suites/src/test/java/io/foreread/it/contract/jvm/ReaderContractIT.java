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
 * <p>The matrix takes a minute or two for each release. The default run checks it on the newest release of 4.1, and the
 * quick rules on all releases. A full run checks both on all of them.
 */
class ReaderContractIT {
    private static final List<CassandraRelease> WITH_MATRIX = List.of(CassandraRelease.newestOf("4.1"));
    /** The releases of which the default run checks the quick rules only. */
    private static final List<CassandraRelease> ONLY_QUICK = List.of(
            CassandraRelease.newestOf("3.11"),
            CassandraRelease.newestOf("4.0"),
            CassandraRelease.LAST_WITHOUT_NATIVE,
            CassandraRelease.newestOf("5.0"),
            CassandraRelease.newestOf("6.0"));

    private static final long VOLUME_BYTES = 64L << 20;
    private static final int KERNEL_READ_AHEAD_KIB = 4;

    @TestFactory
    Stream<DynamicNode> forereadsReaderEqualsTheStockReader() {
        return Stream.concat(WITH_MATRIX.stream(), ONLY_QUICK.stream())
                .filter(CassandraRelease.all()::contains)
                .map(release ->
                        dynamicContainer(release.toString(), Stream.of(release).flatMap(ReaderContractIT::rules)));
    }

    private static Stream<DynamicTest> rules(CassandraRelease release) {
        try {
            Path directory = ContractTests.directory(release);
            boolean matrix = Full.isAskedFor() || WITH_MATRIX.contains(release);
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
