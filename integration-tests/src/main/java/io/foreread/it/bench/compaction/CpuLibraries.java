package io.foreread.it.bench.compaction;

import io.foreread.it.fixture.Shell;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the threads that compact spend their CPU time: in Java code, in which native library, in the kernel. Linux' perf
 * samples them until this is closed.
 */
final class CpuLibraries implements AutoCloseable {
    private static final String PERF = "perf";
    private static final String HERTZ = "997";
    /** What the kernel calls a thread of Cassandra's CompactionExecutor. */
    private static final String THREADS = "Compact";
    /** {@code CompactionExecu  7f01a9957 (/tmp/libzstd-jni-1.5.5-1161537.so (deleted))}; names in brackets are the kernel's. */
    private static final Pattern SAMPLE = Pattern.compile("\\s*(.*\\S)\\s+[0-9a-f]+ \\((.*?)(?: \\(deleted\\))?\\)");
    /** Behind the names of libraries that were unpacked into a temporary file. */
    private static final Pattern RANDOM = Pattern.compile("-?\\d{10,}");

    private final Process perf;
    private final Path recording;

    private CpuLibraries(Process perf, Path recording) {
        this.perf = perf;
        this.recording = recording;
    }

    static boolean canBeTold() {
        return Shell.has(PERF);
    }

    /** @param recording written there */
    static CpuLibraries sample(long pid, Path recording) {
        try {
            // The clock, not cycles: virtual machines often count none.
            Process perf = new ProcessBuilder(
                            PERF,
                            "record",
                            "--event",
                            "cpu-clock",
                            "--freq",
                            HERTZ,
                            "--pid",
                            Long.toString(pid),
                            "--output",
                            recording.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(new File(recording + ".log"))
                    .start();
            return new CpuLibraries(perf, recording);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + PERF, e);
        }
    }

    /** Ends the sampling. */
    @Override
    public void close() {
        perf.destroy();
        try {
            // It writes the file when it is asked to end.
            if (!perf.waitFor(30, TimeUnit.SECONDS)) perf.destroyForcibly();
        } catch (InterruptedException e) {
            perf.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Samples by library, once closed. */
    Map<String, Long> samples() {
        return read(Shell.run(PERF, "script", "--input", recording.toString(), "--fields", "comm,ip,dso")
                .lines()
                .toList());
    }

    static Map<String, Long> read(List<String> lines) {
        Map<String, Long> samples = new HashMap<>();
        for (String line : lines) {
            Matcher sample = SAMPLE.matcher(line);
            if (sample.matches() && sample.group(1).startsWith(THREADS))
                samples.merge(library(sample.group(2)), 1L, Long::sum);
        }
        return samples;
    }

    private static String library(String file) {
        if (file.startsWith("[kernel") || file.startsWith("[guest.kernel")) return "kernel";
        String name = file.substring(file.lastIndexOf('/') + 1);
        boolean isCompiled = name.startsWith("perf-") || name.startsWith("[") || name.startsWith("anon");
        return isCompiled ? "Java code" : RANDOM.matcher(name).replaceFirst("");
    }
}
