package io.foreread.exporter.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The command line options of the standalone exporter that print information and exit. */
public final class InfoOptions {
    @Option(names = "--list", description = "Print all metrics with type, unit, source and lines of Cassandra.")
    private boolean list;

    @Option(
            names = "--check-config",
            paramLabel = "FILE",
            description =
                    "Open a configuration file and the files that it names, as the exporter does when it starts. Print their problems and the number of exported series. The exit code is 1 if there are problems.")
    private @Nullable Path file;

    /** @return the exit code, or null if no option was given */
    public @Nullable Integer answer(ConfigReport.Check check, PrintStream out) {
        if (list) {
            MetricsList.print(out);
            return 0;
        }
        if (file == null) return null;
        ConfigReport report = ConfigReport.of(file, check);
        report.print(out);
        return report.isValid() ? 0 : 1;
    }
}
