package io.foreread.exporter.cli;

import io.foreread.exporter.config.MetricsConfig;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The problems of a configuration file and the series that it exports. */
public final class ConfigReport {
    private final Path file;
    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final @Nullable MetricsConfig metrics;

    /** Reads a configuration file as the agent or the standalone exporter does when it starts. */
    public interface Check {
        /**
         * @param problems receives one line per problem
         * @param warnings receives one line per warning
         * @throws IOException if the file cannot be used; the message says why
         */
        MetricsConfig metrics(Path file, List<String> problems, List<String> warnings) throws IOException;
    }

    private ConfigReport(Path file, Check check) {
        this.file = file;
        MetricsConfig read = null;
        try {
            read = check.metrics(file, problems, warnings);
        } catch (IOException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        metrics = read;
    }

    public static ConfigReport of(Path file, Check check) {
        return new ConfigReport(file, check);
    }

    /** Whether the file has no problems. */
    public boolean isValid() {
        return problems.isEmpty();
    }

    /** Prints one line per warning and problem, and the number of series if the file can be read. */
    public void print(PrintStream out) {
        warnings.forEach(warning -> out.println("warning: " + warning));
        problems.forEach(out::println);
        if (isValid()) out.println(file + " is valid");
        if (metrics != null) ExportedSeries.print(metrics, out);
    }

    /** Prints the content of {@link #print} as JSON. */
    public void printJson(PrintStream out) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("file", file);
        report.put("valid", isValid());
        report.put("problems", problems);
        report.put("warnings", warnings);
        if (metrics != null)
            report.put(
                    "series",
                    ExportedSeries.of(metrics).stream()
                            .map(ExportedSeries::values)
                            .collect(Collectors.toList()));
        out.println(JsonText.of(report));
    }
}
