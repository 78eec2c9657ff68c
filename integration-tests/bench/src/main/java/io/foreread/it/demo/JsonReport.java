package io.foreread.it.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Writes the result of the demo as JSON. Unknown values are null. */
final class JsonReport {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonReport() {}

    static void write(DemoResult result, DemoOptions options, Path file) {
        ObjectNode json = MAPPER.createObjectNode()
                .put("cassandra", result.version().text())
                .put("java", result.javaFeature())
                .put("disk_access_mode", result.diskAccessMode())
                .put("rows", result.rows())
                .put("rows_equal", result.rowsEqual());
        json.set("stock", measurement(result.stock()));
        json.set("foreread", measurement(result.foreread()));
        json.put("metrics_url", result.metrics().toString())
                .put("data_mb", options.dataMib())
                .put("input_bytes", result.inputBytes())
                .put(
                        "readahead_kb",
                        result.kernelReadAheadKib().isPresent()
                                ? result.kernelReadAheadKib().getAsInt()
                                : null)
                .put("native_read_ahead", result.version().hasNativeReadAhead());
        try {
            MAPPER.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), json);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private static ObjectNode measurement(DemoMeasurement measured) {
        boolean seen = measured.deviceReads() != DemoMeasurement.NO_DEVICE;
        return MAPPER.createObjectNode()
                .put("reads", measured.reads())
                .put("mean_read_bytes", Math.round(measured.meanReadBytes()))
                .put("chunk_accesses", measured.chunkAccesses())
                .put("device_reads", seen ? measured.deviceReads() : null)
                .put("mean_device_read_bytes", seen ? Math.round(measured.meanDeviceReadBytes()) : null)
                .put("mib_per_s", round(measured.mibPerSecond()))
                .put("blocked_ms", Math.round(measured.blockedSeconds() * 1000))
                .put("allocated_per_compacted_byte", round(measured.allocatedPerByte()))
                .put("scans_by_foreread", measured.forereadScans())
                .put("scans_by_native_reader", measured.nativeScans());
    }

    private static double round(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
