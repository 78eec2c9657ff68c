package io.foreread.exporter.cassandra;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Limits the number of series. Drops whole families, because sums over the remaining series of a family would be wrong.
 */
final class SeriesBudget {
    private SeriesBudget() {}

    /**
     * @param families the families, most useful first
     * @param limit the maximum number of series; 0 for no limit
     * @return the number of dropped series, by name of the family
     */
    static Map<String, Long> apply(Collection<Family> families, long limit) {
        Map<String, Long> dropped = new LinkedHashMap<>();
        List<Family> ordered = new ArrayList<>(families);
        long[] lines = new long[ordered.size()];
        long total = 0;
        for (int i = 0; i < lines.length; i++) {
            lines[i] = ordered.get(i).lines();
            total += lines[i];
        }
        for (int i = lines.length - 1; i >= 0; i--) {
            boolean drop = limit > 0 && total > limit && lines[i] > 0;
            ordered.get(i).drop(drop);
            if (!drop) continue;
            total -= lines[i];
            dropped.put(ordered.get(i).name(), lines[i]);
        }
        return dropped;
    }

    /** @return the number of exported series, by level */
    static Map<String, Long> exported(Collection<Family> families) {
        Map<String, Long> exported = new TreeMap<>();
        for (Family family : families) exported.merge(family.level(), family.dropped() ? 0 : family.lines(), Long::sum);
        return exported;
    }
}
