package io.foreread.exporter.cli;

import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.config.YamlSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that are answered in place of starting anything. */
public final class Questions {
    @Option(names = "--list", description = "Print every metric: type, unit, where it comes from, lines that have it.")
    private boolean list;

    @Option(
            names = "--check-config",
            paramLabel = "FILE",
            description =
                    "Print every problem of a configuration file and what it would tell; 1 if there are problems.")
    private @Nullable Path file;

    /** Reads settings as the program itself would. */
    public interface Check {
        /** @param problems gets one line per mistake */
        MetricsConfig metrics(Map<String, String> settings, List<String> problems);
    }

    /** @return the exit code; null if nothing was asked */
    public @Nullable Integer answer(Check check, PrintStream out) {
        if (list) {
            MetricsList.print(out);
            return 0;
        }
        return file == null ? null : check(file, check, out);
    }

    private static int check(Path file, Check check, PrintStream out) {
        Map<String, String> settings;
        try {
            settings = YamlSettings.read(file);
        } catch (IOException e) {
            out.println(e.getMessage());
            return 1;
        }
        List<String> problems = new ArrayList<>();
        MetricsConfig metrics = check.metrics(settings, problems);
        problems.forEach(out::println);
        if (problems.isEmpty()) out.println(file + " is good");
        ExportedSeries.print(metrics, out);
        return problems.isEmpty() ? 0 : 1;
    }
}
