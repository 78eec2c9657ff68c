package io.foreread.it.bench.soak;

import io.foreread.it.fixture.NodeJmx;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The resources of a node at one time.
 *
 * @param second seconds since the start of the load
 */
record Sample(double second, Map<Resource, Double> values) {
    /** Runs a garbage collection first, because only live memory counts. */
    static Sample of(NodeJmx jmx, double second) {
        jmx.collectGarbage();
        Map<Resource, Double> values = new EnumMap<>(Resource.class);
        for (Resource resource : Resource.values()) values.put(resource, resource.read(jmx));
        return new Sample(second, values);
    }

    double of(Resource resource) {
        return Objects.requireNonNull(values.get(resource), resource.words);
    }
}
