package io.foreread.it.contract.jvm;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import io.foreread.it.container.CassandraImages;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.Full;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks the contract on the Java versions on which each release is deployed, in containers. The sstables are written by a
 * node on the Java of this machine. {@link ReaderContractIT} checks the Java of the build.
 *
 * <p>The default run checks the quick rules of 3.11 on Java 8, the oldest line on the oldest Java.
 */
class ReaderContractJavasIT {
    private static final CassandraRelease OLDEST = CassandraRelease.newestOf("3.11");

    /** The feature numbers of the Java versions by release. */
    private static final Map<CassandraRelease, List<Integer>> JAVAS = new TreeMap<>(Map.of(
            OLDEST,
            List.of(8),
            CassandraRelease.newestOf("4.0"),
            List.of(8, 11),
            CassandraRelease.newestOf("4.1"),
            List.of(8, 11),
            CassandraRelease.LAST_WITHOUT_NATIVE,
            List.of(11),
            CassandraRelease.newestOf("5.0"),
            List.of(11)));

    @TestFactory
    Stream<DynamicNode> forereadsReaderEqualsTheStockReader() {
        CassandraImages.missingJava().ifPresent(Assumptions::abort);
        return JAVAS.entrySet().stream()
                .filter(entry -> CassandraRelease.all().contains(entry.getKey()))
                .filter(entry -> Full.isAskedFor() || entry.getKey() == OLDEST)
                .flatMap(entry -> rules(entry.getKey(), entry.getValue()));
    }

    /** The containers share the sstables of one node. */
    private static Stream<DynamicNode> rules(CassandraRelease release, List<Integer> javas) {
        try {
            ContractJvm here = ContractJvm.ofJar(release, ContractTests.directory(release), Full.isAskedFor());
            List<DynamicNode> containers = new ArrayList<>();
            for (int java : javas)
                containers.add(dynamicContainer(release + " on Java " + java, rules(here, java)));
            return containers.stream();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot check " + release, e);
        }
    }

    private static Stream<DynamicTest> rules(ContractJvm here, int java) throws IOException {
        ContractJvm jvm = here.inContainer(java);
        Stream<DynamicTest> quick = ContractTests.quick(jvm);
        return Full.isAskedFor() ? Stream.concat(quick, ContractTests.matrix(jvm)) : quick;
    }
}
