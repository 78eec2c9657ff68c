package io.foreread.it.bench.soak;

import io.foreread.it.fixture.CassandraVersion;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a soak test.
 *
 * @param compactions compactions that ended on the monitored node, including minor ones
 * @param fills fills of Foreread's reader during the run
 * @param bytesInUse direct memory of Foreread's reader that is used after all operations have ended
 * @param troubles failed requests, scrapes, operations and probes, and errors of the nodes, one line each
 */
record SoakResult(
        CassandraVersion release,
        List<Sample> samples,
        List<Chores.Done> chores,
        long requests,
        long scrapes,
        long compactions,
        long fills,
        long bytesInUse,
        List<String> troubles) {
    Map<Resource, Trend> trends() {
        Map<Resource, Trend> trends = new EnumMap<>(Resource.class);
        for (Resource resource : Resource.values()) trends.put(resource, trend(resource));
        return trends;
    }

    Trend trend(Resource resource) {
        return Trend.of(resource, samples);
    }

    double seconds() {
        return samples.get(samples.size() - 1).second();
    }

    /** Failures, growing resources, and operations that did not run; empty if there are none. */
    List<String> faults() {
        List<String> faults = new ArrayList<>(troubles);
        trends().forEach((resource, trend) -> {
            if (trend.grows()) faults.add(resource.words + " grows");
        });
        if (compactions == 0) faults.add("no compaction has run");
        if (fills == 0) faults.add("nothing was read ahead");
        if (bytesInUse != 0) faults.add(bytesInUse + " bytes of read-ahead memory are in use although nothing runs");
        for (String chore : List.of("repair", "compact"))
            if (chores.stream().noneMatch(done -> done.what().endsWith(chore))) faults.add("no " + chore + " was done");
        return faults;
    }
}
