package io.foreread.it.bench.compaction;

import io.foreread.it.fixture.ChildProcesses;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Samples with perf where compacting threads use CPU time: in Java code, in each native library, or in the kernel. perf
 * runs until {@link #close}.
 */
final class CpuLibraries implements AutoCloseable {
    private static final String PERF = "perf";
    private static final String HERTZ = "997";
    private static final long LIMIT_SECONDS = 30;
    /** A line of perf script: {@code CompactionExecu  7f01a9957 (/tmp/libzstd-jni-1.5.5-1161537.so (deleted))} */
    private static final Pattern SAMPLE = Pattern.compile("\\s*(.*\\S)\\s+[0-9a-f]+ \\((.*?)(?: \\(deleted\\))?\\)");
    /** Code that the JVM has compiled is in anonymous memory. */
    private static final Pattern NO_FILE = Pattern.compile("perf-.*|anon.*|\\[(unknown|heap|stack)]");
    /** The random suffix in the file name of a library that was extracted to a temporary file. */
    private static final Pattern RANDOM = Pattern.compile("-?\\d{10,}");

    private final Process perf;
    private final Path recording;

    private CpuLibraries(Process perf, Path recording) {
        this.perf = perf;
        this.recording = recording;
    }

    static boolean areAvailable() {
        return Shell.has(PERF);
    }

    /** @param recording the output file, which is overwritten */
    static CpuLibraries sample(long pid, Path recording) {
        try {
            Files.deleteIfExists(recording);
            // perf samples by the CPU clock, because virtual machines often do not count cycles.
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
                    .redirectOutput(log(recording).toFile())
                    .start();
            ChildProcesses.add(perf);
            return new CpuLibraries(perf, recording);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + PERF, e);
        }
    }

    /** The file for perf's messages. */
    private static Path log(Path recording) {
        return recording.resolveSibling(recording.getFileName() + ".log");
    }

    /** Ends the sampling. */
    @Override
    public void close() {
        // perf writes the remaining samples on SIGTERM.
        ChildProcesses.stop(perf, LIMIT_SECONDS);
    }

    /**
     * Returns the number of samples by library. Must be called after {@link #close}.
     *
     * @throws IllegalStateException if perf wrote no recording, because it cannot sample on this machine
     */
    Map<String, Long> samples() {
        if (!Files.exists(recording)) throw new IllegalStateException("perf did not run, see " + log(recording));
        return read(Shell.run(PERF, "script", "--input", recording.toString(), "--fields", "comm,ip,dso")
                .lines()
                .toList());
    }

    static Map<String, Long> read(List<String> lines) {
        Map<String, Long> samples = new HashMap<>();
        for (String line : lines) {
            Matcher sample = SAMPLE.matcher(line);
            if (sample.matches() && sample.group(1).startsWith(MeasuredCompaction.KERNEL_THREADS))
                samples.merge(library(sample.group(2)), 1L, Long::sum);
        }
        return samples;
    }

    private static String library(String file) {
        String name = file.substring(file.lastIndexOf('/') + 1);
        if (NO_FILE.matcher(name).matches()) return "Java code";
        // perf writes kernel modules in brackets too, such as [ext4].
        if (name.equals("vmlinux") || (name.startsWith("[") && !name.equals("[vdso]"))) return "kernel";
        return RANDOM.matcher(name).replaceFirst("");
    }
}
