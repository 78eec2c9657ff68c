package io.foreread.exporter.mbean;

import static io.foreread.exporter.mbean.StubNode.STORAGE_SERVICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenDataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnapshotsReaderTest {
    private final StubNode node = new StubNode();

    @Test
    void countsSnapshotsAndAddsUpTheirTables() throws JMException {
        node.with(
                STORAGE_SERVICE,
                "SnapshotDetails",
                Map.of(
                        "monday", OpenData.table(row("a", "1 KiB", "2 KiB", null), row("b", "1 MiB", "2 MiB", null)),
                        "tuesday", OpenData.table(row("a", "10 bytes", "20 bytes", null))));
        assertThat(node.recorded(new SnapshotsReader()))
                .containsOnly(
                        Map.entry("cassandra_snapshots", 2.0),
                        Map.entry("cassandra_snapshots_true_size_bytes", 1_049_610.0),
                        Map.entry("cassandra_snapshots_size_on_disk_bytes", 2_099_220.0));
    }

    @Test
    void usesTheExactSizeIfPresent() throws JMException {
        node.with(
                STORAGE_SERVICE,
                "SnapshotDetails",
                Map.of("monday", OpenData.table(row("a", "1 KiB", "1 KiB", 1027L))));
        assertThat(node.recorded(new SnapshotsReader())).containsEntry("cassandra_snapshots_true_size_bytes", 1027.0);
    }

    @Test
    void exportsZeroWithoutSnapshots() throws JMException {
        node.with(STORAGE_SERVICE, "SnapshotDetails", Map.of());
        assertThat(node.recorded(new SnapshotsReader()))
                .containsEntry("cassandra_snapshots", 0.0)
                .containsEntry("cassandra_snapshots_true_size_bytes", 0.0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 bytes|0",
                "512 bytes|512",
                "1.5 KiB|1536",
                "1,5 KiB|1536",
                "2 GiB|2147483648",
                "1 TiB|1099511627776"
            })
    void parsesTheSizesThatCassandraPrints(String text, double bytes) throws JMException {
        assertThat(SnapshotsReader.bytes(text)).isEqualTo(bytes);
    }

    @Test
    void unknownUnitIsRejected() {
        assertThatThrownBy(() -> SnapshotsReader.bytes("5 parsecs"))
                .isInstanceOf(JMException.class)
                .hasMessageContaining("parsecs");
    }

    private static CompositeData row(String table, String size, String sizeOnDisk, Long exactSize)
            throws OpenDataException {
        Map<String, Object> items = new HashMap<>();
        items.put("Column family name", table);
        items.put("True size", size);
        items.put("Size on disk", sizeOnDisk);
        if (exactSize != null) items.put("Raw true size", exactSize);
        return OpenData.composite(items);
    }
}
