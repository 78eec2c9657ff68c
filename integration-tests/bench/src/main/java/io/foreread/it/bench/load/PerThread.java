package io.foreread.it.bench.load;

import java.util.Map;

/** A counter of each thread, by thread id. */
public record PerThread(Map<Long, Long> values) {
    /** The sum of all increases. The increase of a thread that has ended since then is not included. */
    public long since(PerThread earlier) {
        long grown = 0;
        for (Map.Entry<Long, Long> now : values.entrySet())
            grown += now.getValue() - earlier.values.getOrDefault(now.getKey(), 0L);
        return grown;
    }
}
