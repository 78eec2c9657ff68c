package io.foreread.it.bench.soak;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** Formats the result as JSON. Keys that end with {@code _mb} are in megabytes of 1,000,000 bytes. */
final class SoakJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private SoakJson() {}

    static ObjectNode of(SoakResult result) {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("cassandra", result.release().text())
                .put("seconds", result.seconds())
                .put("requests", result.requests())
                .put("scrapes", result.scrapes())
                .put("compactions", result.compactions())
                .put("fills", result.fills())
                .put("used_bytes", result.bytesInUse());
        ObjectNode resources = root.putObject("resources");
        result.trends().forEach((resource, trend) -> resources
                .putObject(name(resource))
                .put("start", trend.start())
                .put("growth", trend.growth())
                .put("uncertainty", trend.uncertainty())
                .put("bound", trend.bound())
                .put("grows", trend.grows()));
        ArrayNode samples = root.putArray("samples");
        for (Sample sample : result.samples()) {
            ObjectNode one = samples.addObject().put("second", sample.second());
            for (Resource resource : Resource.values()) one.put(name(resource), sample.of(resource));
        }
        ArrayNode faults = root.putArray("faults");
        result.faults().forEach(faults::add);
        return root;
    }

    private static String name(Resource resource) {
        String unit = resource.unit.isEmpty() ? "" : "_" + resource.unit;
        return (resource.name() + unit).toLowerCase(Locale.ROOT);
    }
}
