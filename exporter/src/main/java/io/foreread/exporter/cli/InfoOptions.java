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

/** The command line options that print information and exit. */
public final class InfoOptions {
    @Option(names = "--list", description = "Print all metrics with type, unit, source and lines of Cassandra.")
    private boolean list;

    @Option(
            names = "--check-config",
            paramLabel = "FILE",
            description =
                    "Print the problems of a configuration file and the number of exported series; exit code 1 if there are problems.")
    private @Nullable Path file;

    /** Reads settings like the program itself. */
    public interface Check {
        /** @param problems receives one line per problem */
        MetricsConfig metrics(Map<String, String> settings, List<String> problems);
    }

    /** @return the exit code, or null if no option was given */
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
        if (problems.isEmpty()) out.println(file + " is valid");
        ExportedSeries.print(metrics, out);
        return problems.isEmpty() ? 0 : 1;
    }
}
