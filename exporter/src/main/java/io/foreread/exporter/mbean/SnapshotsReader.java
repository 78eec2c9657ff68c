package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.catalog.Refresh;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/**
 * Reads the number and size of snapshots. For the size, Cassandra reads the attributes of all files of all snapshots.
 */
final class SnapshotsReader extends FactReader {
    private static final ObjectName BEAN = Attributes.name("org.apache.cassandra.db:type=StorageService");

    /** Each unit is 1024 times the previous one. */
    private static final List<String> UNITS =
            Collections.unmodifiableList(Arrays.asList("bytes", "KiB", "MiB", "GiB", "TiB"));

    SnapshotsReader() {
        super(
                "snapshots",
                Refresh.RARE,
                Arrays.asList(NodeFacts.SNAPSHOTS, NodeFacts.SNAPSHOTS_TRUE_SIZE, NodeFacts.SNAPSHOTS_SIZE_ON_DISK));
    }

    @Override
    void read(MBeanServerConnection connection, FactSink sink) throws JMException, IOException {
        Map<?, ?> snapshots = Attributes.of(connection, BEAN, "SnapshotDetails").required("SnapshotDetails", Map.class);
        double size = 0;
        double sizeOnDisk = 0;
        for (Object tables : snapshots.values())
            for (Object table : ((TabularData) tables).values()) {
                CompositeData row = (CompositeData) table;
                size += row.containsKey("Raw true size")
                        ? ((Number) row.get("Raw true size")).doubleValue()
                        : bytes((String) row.get("True size"));
                sizeOnDisk += bytes((String) row.get("Size on disk"));
            }
        sink.emit(NodeFacts.SNAPSHOTS, snapshots.size());
        sink.emit(NodeFacts.SNAPSHOTS_TRUE_SIZE, size);
        sink.emit(NodeFacts.SNAPSHOTS_SIZE_ON_DISK, sizeOnDisk);
    }

    /** @param text such as {@code 1.21 KiB}, or {@code 1,21 KiB} in some locales */
    static double bytes(String text) throws JMException {
        String[] words = text.trim().split("\\s+");
        int unit = words.length == 2 ? UNITS.indexOf(words[1]) : -1;
        if (unit < 0 || !words[0].matches("\\d+([.,]\\d+)?")) throw new JMException("not a size: " + text);
        return Double.parseDouble(words[0].replace(',', '.')) * Math.pow(1024, unit);
    }
}
