package io.foreread.it.contract.jvm;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import io.foreread.it.container.CassandraImages;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.Full;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks the contract on the Java versions on which each release is deployed, in containers. The sstables are written by a
 * node on the Java of this machine. {@link ReaderContractIT} checks the Java of the build.
 *
 * <p>The default run checks the quick rules on Java 8 and 11. A full run checks all rules of all releases.
 */
class ReaderContractJavasIT {
    /** @param java the feature number of a Java from a Debian package */
    private record Cell(CassandraRelease release, int java) {
        static Cell of(String line, int java) {
            return new Cell(CassandraRelease.newestOf(line), java);
        }

        @Override
        public String toString() {
            return release + " on Java " + java;
        }
    }

    private static final List<Cell> CELLS = cells();

    private static List<Cell> cells() {
        List<Cell> cells = new ArrayList<>(List.of(Cell.of("3.11", 8), Cell.of("5.0", 11)));
        if (Full.isAskedFor())
            cells.addAll(List.of(
                    Cell.of("4.0", 8),
                    Cell.of("4.0", 11),
                    Cell.of("4.1", 8),
                    Cell.of("4.1", 11),
                    Cell.of("6.0", 21),
                    new Cell(CassandraRelease.LAST_WITHOUT_NATIVE, 11)));
        return List.copyOf(cells);
    }

    @TestFactory
    Stream<DynamicNode> forereadsReaderEqualsTheStockReader() {
        CassandraImages.missingJava().ifPresent(Assumptions::abort);
        return CassandraRelease.all().stream().flatMap(ReaderContractJavasIT::rules);
    }

    /** The containers of a release share the sstables of one node. */
    private static Stream<DynamicNode> rules(CassandraRelease release) {
        List<Cell> cells =
                CELLS.stream().filter(cell -> cell.release().equals(release)).toList();
        if (cells.isEmpty()) return Stream.empty();
        try {
            ContractJvm here = ContractJvm.ofJar(release, ContractTests.directory(release), Full.isAskedFor());
            List<DynamicNode> containers = new ArrayList<>();
            for (Cell cell : cells) containers.add(dynamicContainer(cell.toString(), rules(here, cell)));
            return containers.stream();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot check " + release, e);
        }
    }

    private static Stream<DynamicTest> rules(ContractJvm here, Cell cell) throws IOException {
        ContractJvm jvm = here.inContainer(cell.java());
        Stream<DynamicTest> quick = ContractTests.quick(jvm);
        return Full.isAskedFor() ? Stream.concat(quick, ContractTests.matrix(jvm)) : quick;
    }
}
