package io.foreread.it.bench.load;

import java.util.Map;

/** A growing number of each thread, by the thread's number. */
public record PerThread(Map<Long, Long> values) {
    /** By how much all have grown together. Of a thread that has ended since, the last part is lost and no more. */
    public long since(PerThread earlier) {
        long grown = 0;
        for (Map.Entry<Long, Long> now : values.entrySet())
            grown += now.getValue() - earlier.values.getOrDefault(now.getKey(), 0L);
        return grown;
    }
}
