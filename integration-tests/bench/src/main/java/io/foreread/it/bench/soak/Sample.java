package io.foreread.it.bench.soak;

import io.foreread.it.fixture.NodeJmx;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * What a node held at one moment.
 *
 * @param second since the load began
 */
record Sample(double second, Map<Resource, Double> values) {
    /** Collects garbage first: what stays is what counts. */
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
