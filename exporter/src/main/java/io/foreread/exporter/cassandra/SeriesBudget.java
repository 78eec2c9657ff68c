package io.foreread.exporter.cassandra;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keeps the number of series to a limit by leaving out whole families: half a family would give wrong sums. */
final class SeriesBudget {
    private SeriesBudget() {}

    /**
     * @param families the most useful first
     * @param most series exported together; 0 means no limit
     * @return series left out, by name of the family
     */
    static Map<String, Long> keep(Collection<Family> families, long most) {
        Map<String, Long> dropped = new LinkedHashMap<>();
        List<Family> ordered = new ArrayList<>(families);
        long[] lines = new long[ordered.size()];
        long total = 0;
        for (int i = 0; i < lines.length; i++) {
            lines[i] = ordered.get(i).lines();
            total += lines[i];
        }
        for (int i = lines.length - 1; i >= 0; i--) {
            boolean drop = most > 0 && total > most && lines[i] > 0;
            ordered.get(i).drop(drop);
            if (!drop) continue;
            total -= lines[i];
            dropped.put(ordered.get(i).name(), lines[i]);
        }
        return dropped;
    }
}
