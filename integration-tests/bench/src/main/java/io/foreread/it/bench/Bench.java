package io.foreread.it.bench;

import io.foreread.it.bench.abuse.AbuseBench;
import io.foreread.it.bench.compaction.CompactionBench;
import io.foreread.it.bench.cores.CoresBench;
import io.foreread.it.bench.fleet.FleetBench;
import io.foreread.it.bench.memory.MemoryBench;
import io.foreread.it.bench.readahead.KernelReadAheadBench;
import io.foreread.it.bench.reads.ReadsBench;
import io.foreread.it.bench.scrape.ScrapeBench;
import io.foreread.it.bench.soak.SoakBench;
import io.foreread.it.bench.startup.StartupBench;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The benchmarks' command line. */
@Command(
        name = "bench",
        description =
                "Measures the costs and gains of Foreread. All figures of the documentation come from these benchmarks.",
        subcommands = {
            ProbeCommand.class,
            CompactionBench.class,
            ReadsBench.class,
            KernelReadAheadBench.class,
            StartupBench.class,
            ScrapeBench.class,
            AbuseBench.class,
            CoresBench.class,
            FleetBench.class,
            SoakBench.class,
            MemoryBench.class,
            TablesCommand.class,
            PlotCommand.class
        })
public final class Bench implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @SuppressWarnings("UnusedVariable") // picocli reads it
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Bench()).execute(arguments));
    }

    @Override
    public void run() {
        spec.commandLine().usage(System.out);
    }
}
