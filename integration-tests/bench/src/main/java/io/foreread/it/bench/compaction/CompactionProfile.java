package io.foreread.it.bench.compaction;

import java.util.Map;
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
        Map<String, Long> stageSamples,
        Map<String, Long> librarySamples,
        Map<String, Long> siteBytes) {

    /** Sorts the maps, so that files of two runs can be compared. */
    CompactionProfile {
        stageSamples = new TreeMap<>(stageSamples);
        librarySamples = new TreeMap<>(librarySamples);
        siteBytes = new TreeMap<>(siteBytes);
    }
}
