package io.foreread.exporter.mbean;

import java.util.Map;
import java.util.TreeMap;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularData;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;

/** Creates values of JMX open types for tests. */
final class OpenData {
    private OpenData() {}

    static CompositeData composite(Map<String, Object> items) throws OpenDataException {
        Map<String, Object> sorted = new TreeMap<>(items);
        String[] names = sorted.keySet().toArray(String[]::new);
        OpenType<?>[] types = new OpenType<?>[names.length];
        for (int i = 0; i < names.length; i++) types[i] = type(sorted.get(names[i]));
        return new CompositeDataSupport(new CompositeType("row", "row", names, names, types), sorted);
    }

    private static OpenType<?> type(Object value) throws OpenDataException {
        if (value instanceof CompositeData[] rows) return new ArrayType<>(1, rows[0].getCompositeType());
        if (value instanceof CompositeData row) return row.getCompositeType();
        if (value instanceof Long) return SimpleType.LONG;
        if (value instanceof Integer) return SimpleType.INTEGER;
        if (value instanceof Double) return SimpleType.DOUBLE;
        return SimpleType.STRING;
    }

    /**
     * @param rows at least one row; all rows have the same type. All items of a row together are its index, as in the
     *     TabularData of Cassandra's snapshots.
     */
    static TabularData table(CompositeData... rows) throws OpenDataException {
        CompositeType type = rows[0].getCompositeType();
        String[] index = type.keySet().toArray(String[]::new);
        TabularDataSupport table = new TabularDataSupport(new TabularType("table", "table", type, index));
        table.putAll(rows);
        return table;
    }
}
