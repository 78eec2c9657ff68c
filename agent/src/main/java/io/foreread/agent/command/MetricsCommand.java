package io.foreread.agent.command;

import io.foreread.exporter.cli.MetricsList;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists all metrics. */
@Command(
        name = "metrics",
        description = "Prints all metrics with type, unit, labels, source and lines of Cassandra, separated by tabs.")
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
