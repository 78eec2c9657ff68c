package io.foreread.exporter.cli;

import io.foreread.exporter.config.MetricsConfig;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
                    "Open a configuration file and the files that it names, as a start does, and print their problems and the number of exported series; exit code 1 if there are problems.")
    private @Nullable Path file;

    /** Reads a configuration like the program itself. */
    public interface Check {
        /**
         * @param problems receives one line per reason not to start
         * @param warnings receives one line per warning
         * @throws IOException if the file cannot be used; the message says why
         */
        MetricsConfig metrics(Path file, List<String> problems, List<String> warnings) throws IOException;
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
        List<String> problems = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        MetricsConfig metrics;
        try {
            metrics = check.metrics(file, problems, warnings);
        } catch (IOException e) {
            out.println(e.getMessage());
            return 1;
        }
        warnings.forEach(warning -> out.println("warning: " + warning));
        problems.forEach(out::println);
        if (problems.isEmpty()) out.println(file + " is valid");
        ExportedSeries.print(metrics, out);
        return problems.isEmpty() ? 0 : 1;
    }
}
