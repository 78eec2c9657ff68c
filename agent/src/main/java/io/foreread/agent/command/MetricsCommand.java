package io.foreread.agent.command;

import io.foreread.exporter.cli.MetricsList;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists all metrics. */
@Command(
        name = "metrics",
        description =
                "Prints one metric per line: name, type, unit, labels, source, the lines of Cassandra that have it (such as"
                        + " 4.1), whether it is exported by default, and its help. Tabs separate the fields.")
final class MetricsCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    MetricsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (json) MetricsList.printJson(console.out());
        else MetricsList.print(console.out());
        return ExitCode.YES.number();
    }
}
