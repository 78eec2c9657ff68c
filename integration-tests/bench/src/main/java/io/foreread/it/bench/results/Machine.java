package io.foreread.it.bench.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machine on which a benchmark runs.
 *
 * @param cpu the model of the CPU according to the kernel; the name of the architecture if the kernel has no model
 * @param cores the number of processors that this JVM can use
 * @param memoryBytes the memory of the machine
 */
public record Machine(String cpu, int cores, long memoryBytes) {
    private static final Pattern MODEL = Pattern.compile("(?m)^model name\\s*: (.+)$");
    private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal:\\s+(\\d+) kB$");

    /** Returns this machine, as described by {@code /proc}. */
    static Machine current() {
        return of(proc("cpuinfo"), Runtime.getRuntime().availableProcessors(), proc("meminfo"));
    }

    /** @return the machine with 0 bytes of memory if the kernel does not report its memory */
    static Machine of(String cpuinfo, int cores, String meminfo) {
        Matcher model = MODEL.matcher(cpuinfo);
        Matcher memory = MEMORY.matcher(meminfo);
        return new Machine(
                model.find() ? model.group(1).strip() : System.getProperty("os.arch"),
                cores,
                memory.find() ? Long.parseLong(memory.group(1)) << 10 : 0);
    }

    private static String proc(String file) {
        try {
            return Files.readString(Path.of("/proc", file));
        } catch (IOException e) {
            return "";
        }
    }

    String words() {
        return String.format(Locale.ROOT, "%d cores of %s, %.0f GiB", cores, cpu, memoryBytes / (double) (1L << 30));
    }
}
