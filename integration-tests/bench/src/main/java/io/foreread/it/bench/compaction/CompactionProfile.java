package io.foreread.it.bench.compaction;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where the compacting thread of a contender uses CPU time and allocates.
 *
 * @param stageSamples the samples in Java code by stage, see {@link CpuStages}
 * @param librarySamples the samples by library, see {@link CpuLibraries}; empty if perf is not available
 * @param siteBytes the allocated bytes by site, see {@link AllocationSites}
 */
record CompactionProfile(
        String contender,
        SortedMap<String, Long> stageSamples,
        SortedMap<String, Long> librarySamples,
        SortedMap<String, Long> siteBytes) {

    static CompactionProfile of(
            String contender, Map<String, Long> stages, Map<String, Long> libraries, Map<String, Long> sites) {
        return new CompactionProfile(contender, new TreeMap<>(stages), new TreeMap<>(libraries), new TreeMap<>(sites));
    }
}
