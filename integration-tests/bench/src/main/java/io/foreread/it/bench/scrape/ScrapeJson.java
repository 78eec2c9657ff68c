package io.foreread.it.bench.scrape;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** Formats the results as JSON: medians for each exporter, without the node that has no exporter. */
final class ScrapeJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ScrapeJson() {}

    static void write(List<MeasuredScrape> results, Path file) {
        try {
            MAPPER.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), list(results));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    static ArrayNode list(List<MeasuredScrape> results) {
        ArrayNode list = MAPPER.createArrayNode();
        for (MeasuredScrape one : results) {
            if (one.contender() == ExporterVariant.NONE) continue;
            list.addObject()
                    .put("exporter", one.contender().exporter())
                    .put("config", one.contender().config())
                    .put("cassandra", one.release().text())
                    .put("tables", one.tables())
                    .put("load", one.load().word())
                    .put("wall_ms", round(one.wallMillis()))
                    .put("node_cpu_ms", round(one.nodeCpuMillis()))
                    .put("exporter_cpu_ms", round(one.exporterCpuMillis()))
                    .put("allocated_bytes", Math.round(one.allocatedBytes()))
                    .put("samples", one.samples())
                    .put("families", one.families())
                    .put("body_bytes", one.bodyBytes());
        }
        return list;
    }

    private static double round(double millis) {
        return Math.round(millis * 1000) / 1000.0;
    }
}
