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

/** Snapshots. Cassandra asks the file system about every file in every one of them. */
final class SnapshotsReader extends FactReader {
    private static final ObjectName BEAN = Attributes.name("org.apache.cassandra.db:type=StorageService");

    /** Each 1024 of the one before. */
    private static final List<String> UNITS =
            Collections.unmodifiableList(Arrays.asList("bytes", "KiB", "MiB", "GiB", "TiB"));

    SnapshotsReader() {
        super(
                "snapshots",
                Refresh.RARE,
                Arrays.asList(NodeFacts.SNAPSHOTS, NodeFacts.SNAPSHOTS_SIZE, NodeFacts.SNAPSHOTS_WHOLE_SIZE));
    }

    @Override
    void read(MBeanServerConnection connection, FactSink sink) throws JMException, IOException {
        Map<?, ?> snapshots = Attributes.of(connection, BEAN, "SnapshotDetails").required("SnapshotDetails", Map.class);
        double size = 0;
        double wholeSize = 0;
        for (Object tables : snapshots.values())
            for (Object table : ((TabularData) tables).values()) {
                CompositeData row = (CompositeData) table;
                size += row.containsKey("Raw true size")
                        ? ((Number) row.get("Raw true size")).doubleValue()
                        : bytes((String) row.get("True size"));
                wholeSize += bytes((String) row.get("Size on disk"));
            }
        sink.emit(NodeFacts.SNAPSHOTS, snapshots.size());
        sink.emit(NodeFacts.SNAPSHOTS_SIZE, size);
        sink.emit(NodeFacts.SNAPSHOTS_WHOLE_SIZE, wholeSize);
    }

    /** @param text as {@code 1.21 KiB}; in some locales {@code 1,21 KiB} */
    static double bytes(String text) throws JMException {
        String[] words = text.trim().split("\\s+");
        int unit = words.length == 2 ? UNITS.indexOf(words[1]) : -1;
        if (unit < 0 || !words[0].matches("\\d+([.,]\\d+)?")) throw new JMException("no size: " + text);
        return Double.parseDouble(words[0].replace(',', '.')) * Math.pow(1024, unit);
    }
}
