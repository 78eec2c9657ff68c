package io.foreread.it.bench.laboratory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The limits of the volume as measured by fio, with four processes that read with O_DIRECT.
 *
 * @param readings the measurements in the order in which they were made
 */
public record Calibration(List<Reading> readings) {
    /**
     * @param pattern the pattern of fio: read or randread
     * @param blockKib the size of a request
     */
    public record Reading(String pattern, int blockKib, double iops, double mibPerSecond) {}

    private static final int SECONDS = 3;
    private static final int PROCESSES = 4;
    private static final int MIB_EACH = 128;

    static final int LARGE_KIB = 256;
    public static final long FILE_BYTES = ((long) PROCESSES * MIB_EACH) << 20;

    /** The maximum number of requests per second. */
    public double iops() {
        return readings.stream().mapToDouble(Reading::iops).max().orElse(0);
    }

    /** The maximum bandwidth of large sequential requests. */
    public double mibPerSecond() {
        return readings.stream()
                .filter(reading -> reading.blockKib == LARGE_KIB)
                .mapToDouble(Reading::mibPerSecond)
                .max()
                .orElse(0);
    }

    /** Measures the volume. Returns an empty result if fio is not installed. */
    public static Optional<Calibration> of(Volume volume, Progress progress) {
        progress.step("Calibrating the volume with fio");
        if (!Shell.has("fio")) {
            progress.done("skipped: fio is not installed (package fio); the requested limits are assumed");
            return Optional.empty();
        }
        Path file = volume.directory().resolve("fio");
        try {
            List<Reading> readings = new ArrayList<>();
            for (int blockKib : new int[] {4, 16, LARGE_KIB}) {
                readings.add(read(volume, file, "read", blockKib));
                if (blockKib < LARGE_KIB) readings.add(read(volume, file, "randread", blockKib));
                progress.at(readings.size(), 5);
            }
            Calibration found = new Calibration(List.copyOf(readings));
            progress.done(String.format(Locale.ROOT, "%,.0f IOPS, %.0f MiB/s", found.iops(), found.mibPerSecond()));
            return Optional.of(found);
        } finally {
            delete(file);
        }
    }

    private static Reading read(Volume volume, Path file, String pattern, int blockKib) {
        // In its first run, fio creates the file before it measures.
        String json = Shell.run(volume.limited(
                "fio",
                "--name=calibration",
                "--filename=" + file,
                "--rw=" + pattern,
                "--bs=" + blockKib + "k",
                "--direct=1",
                "--ioengine=psync",
                "--numjobs=" + PROCESSES,
                "--size=" + MIB_EACH + "m",
                "--offset_increment=" + MIB_EACH + "m",
                "--filesize=" + FILE_BYTES,
                "--time_based",
                "--runtime=" + SECONDS,
                "--group_reporting",
                "--output-format=json"));
        return parse(json, pattern, blockKib);
    }

    static Reading parse(String json, String pattern, int blockKib) {
        try {
            // Warnings can precede the JSON.
            JsonNode read = new ObjectMapper()
                    .readTree(json.substring(json.indexOf('{')))
                    .at("/jobs/0/read");
            if (read.isMissingNode()) throw new IllegalStateException("the output of fio has no reads: " + json);
            return new Reading(
                    pattern,
                    blockKib,
                    read.get("iops").asDouble(),
                    read.get("bw_bytes").asDouble() / (1 << 20));
        } catch (IOException e) {
            throw new UncheckedIOException("fio printed no JSON: " + json, e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file, e);
        }
    }
}
