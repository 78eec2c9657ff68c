package io.foreread.it.bench.compaction;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.Spread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Writes the results as JSON. Values are medians unless the key says otherwise, and null if they were not measured. */
final class CompactionJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private CompactionJson() {}

    static void write(CompactionResult result, Path file) {
        try {
            MAPPER.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), json(result));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    static ObjectNode json(CompactionResult result) {
        ObjectNode json = MAPPER.createObjectNode();
        json.putObject("volume")
                .put("preset", result.volume().name())
                .put("readahead_kb", result.volume().readAheadKib())
                .put("latency_ms", result.volume().latencyMillis())
                .put("hot", result.volume().hot());
        json.putObject("limit")
                .put("iops", rounded(result.limitIops()))
                .put("mib_per_s", rounded(result.limitMibPerSecond()));
        var results = json.putArray("results");
        for (ReaderVariant contender : result.contenders()) add(result, contender, results.addObject());
        return json;
    }

    private static void add(CompactionResult result, ReaderVariant contender, ObjectNode json) {
        List<MeasuredVariant> measured = result.of(contender);
        json.put("contender", contender.id())
                .put("cassandra", contender.version().text())
                .put("workload", result.data().workload().id())
                .put("compression", result.data().compressor())
                .put("chunk_kb", result.data().chunkKib())
                .put("data_mb", result.data().dataMib())
                .put("sstables", result.data().sstables())
                .put("rounds", measured.size());
        Spread speed = Spread.of(measured, MeasuredVariant::mibPerSecond);
        json.putObject("mib_per_s")
                .put("min", rounded(speed.min()))
                .put("median", rounded(speed.median()))
                .put("max", rounded(speed.max()));
        OptionalLong blocked = CompactionReport.blockedMillis(measured);
        json.put("device_reads", roundedMedian(measured, MeasuredVariant::deviceReads))
                .put("mean_device_read_bytes", roundedMedian(measured, MeasuredVariant::meanDeviceReadBytes))
                .put("device_busy_ms", roundedMedian(measured, one -> one.device()
                        .busyMillis()))
                .put("cpu_s_per_mib", median(measured, MeasuredVariant::cpuSecondsPerMib))
                .put("compaction_thread_on_cpu", median(measured, MeasuredVariant::threadBusy))
                .put("allocated_per_compacted_byte", median(measured, MeasuredVariant::allocatedPerByte))
                .put("blocked_ms", blocked.isPresent() ? blocked.getAsLong() : null)
                .put("direct_bytes_max", roundedMedian(measured, MeasuredVariant::directBytesMax));
        ObjectNode cached = json.putObject("left_cached_bytes");
        Set<String> components = new TreeSet<>();
        for (MeasuredVariant one : measured)
            components.addAll(one.leftCachedBytes().keySet());
        for (String component : components)
            cached.put(component, roundedMedian(measured, one -> one.leftCachedBytes()
                    .getOrDefault(component, 0L)));
    }

    private static long roundedMedian(List<MeasuredVariant> measured, ToDoubleFunction<MeasuredVariant> value) {
        return Math.round(Spread.of(measured, value).median());
    }

    private static double median(List<MeasuredVariant> measured, ToDoubleFunction<MeasuredVariant> value) {
        return Math.round(Spread.of(measured, value).median() * 1e6) / 1e6;
    }

    private static @Nullable Double rounded(OptionalDouble value) {
        return value.isPresent() ? rounded(value.getAsDouble()) : null;
    }

    private static Double rounded(double value) {
        return Math.round(value * 100) / 100.0;
    }
}
