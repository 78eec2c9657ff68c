package io.foreread.exporter.mbean;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskAccessReaderTest {
    private final StubNode node = new StubNode();

    private Map<String, Double> recorded(Map<String, Object> configuration) {
        return node.recorded(new DiskAccessReader(configuration::get));
    }

    @ParameterizedTest
    @CsvSource({"mmap, mmap, mmap", "standard, mmap, mmap_index_only", "standard, standard, standard"})
    void oneOfTheModesOfAllReleasesIsTheCurrentOne(String data, String index, String mode) {
        Map<String, Double> recorded = recorded(Map.of("getDiskAccessMode", data, "getIndexAccessMode", index));
        assertThat(recorded)
                .containsOnlyKeys(
                        "cassandra_disk_access_mode[mmap]",
                        "cassandra_disk_access_mode[mmap_index_only]",
                        "cassandra_disk_access_mode[standard]")
                .containsEntry("cassandra_disk_access_mode[" + mode + "]", 1.0);
        assertThat(recorded.values()).containsExactlyInAnyOrder(0.0, 0.0, 1.0);
    }

    @Test
    void aModeOfALaterReleaseIsExportedBesideTheOthers() {
        assertThat(recorded(Map.of("getDiskAccessMode", "direct", "getIndexAccessMode", "mmap")))
                .containsEntry("cassandra_disk_access_mode[direct]", 1.0)
                .containsEntry("cassandra_disk_access_mode[mmap]", 0.0)
                .hasSize(4);
    }

    @Test
    void aReleaseWithoutTheGettersExportsNoMode() {
        assertThat(recorded(Map.of())).isEmpty();
    }
}
