package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import java.util.Map;

/** The scans of whole sstables between two scrapes of a node, by the reader that read them. */
record ScansOfReaders(Scrape start, Scrape end) {
    static final int COMPACTED_SSTABLES = 3;
    private static final int ROWS_PER_SSTABLE = 3000;

    /** Creates the table, writes overlapping sstables, compacts them and checks that every row is kept. */
    static ScansOfReaders ofAMajorCompaction(ChildJvmNode node, String table) {
        String keyspace = table.substring(0, table.indexOf('.'));
        String name = table.substring(table.indexOf('.') + 1);
        DeterministicRows rows = new DeterministicRows(node.session(), table, 1000);
        rows.createTable("");
        node.jmx().disableAutoCompaction(keyspace, name);
        rows.writeOverlapping(
                COMPACTED_SSTABLES, 500, ROWS_PER_SSTABLE, () -> node.jmx().flush(keyspace, name));
        RowDigest before = RowDigest.of(node.session(), table);
        Scrape start = node.metrics();
        node.jmx().majorCompact(keyspace, name);
        Scrape end = node.metrics();
        assertThat(RowDigest.of(node.session(), table)).isEqualTo(before);
        return new ScansOfReaders(start, end);
    }

    /** @param reader a value of the label {@code reader} */
    double by(String reader) {
        return delta("foreread_scans_total", Map.of("reader", reader, "pattern", "full"));
    }

    /** The mean size of the reads of Data.db by an activity. */
    double meanReadBytes(String activity) {
        String size = "cassandra_sstable_read_size_bytes";
        Map<String, String> data = Map.of("activity", activity, "component", "Data");
        return delta(size + "_sum", data) / delta(size + "_count", data);
    }

    private double delta(String name, Map<String, String> labels) {
        return end.sum(name, labels) - start.sum(name, labels);
    }
}
