package io.foreread.it.bench;

import io.foreread.it.bench.compaction.CompactionBench;
import io.foreread.it.bench.results.Envelope;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bench plot}. Exit code 0: the chart is written; 1: the file with results is wrong or missing. */
@Command(
        name = "plot",
        usageHelpWidth = 110,
        description = {"Draws the chart of a file with results of ./bench compaction, without a measurement.", ""})
final class PlotCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "RESULTS", description = "A file in docs/results")
    private Path results;

    @Parameters(index = "1", paramLabel = "PICTURE", description = "The PNG file to write")
    private Path picture;

    @Override
    public Integer call() {
        try {
            CompactionBench.plot(Envelope.read(results), picture);
        } catch (IllegalArgumentException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return 1;
        }
        spec.commandLine().getOut().println("The chart of " + results + " is in " + picture + ".");
        return 0;
    }
}
