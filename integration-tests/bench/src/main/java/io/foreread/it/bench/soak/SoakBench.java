package io.foreread.it.bench.soak;

import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.command.JsonFile;
import io.foreread.it.bench.command.MinutesOption;
import io.foreread.it.bench.command.ReleaseOption;
import io.foreread.it.bench.laboratory.CheckedSettings;
import io.foreread.it.fixture.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bench soak}. It succeeds if no resource grows and nothing fails. */
@Command(
        name = "soak",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Checks that the resources of a node with the agent do not grow over time. Runs a cluster of two nodes under",
            "300 requests a second, compactions and repairs, and scrapes the first node every second. Its heap, direct",
            "memory, threads, descriptors and classes must not grow.",
            ""
        })
public final class SoakBench extends BenchCommand<SoakOptions> {
    /** A shorter run has too few samples for a trend. */
    private static final int MIN_MINUTES = 3;

    @Mixin
    private final MinutesOption minutes = new MinutesOption(MIN_MINUTES);

    @Mixin
    private final ReleaseOption release = new ReleaseOption("4.1");

    @Option(
            names = "--settings",
            paramLabel = "KEY=VALUE,...",
            split = ",",
            description = "Settings of Foreread on both nodes, such as compress-ahead=on. Default: those of the agent")
    private List<String> settings = new ArrayList<>();

    @Mixin
    private final JsonFile json = new JsonFile();

    @Override
    protected SoakOptions options() {
        for (String setting : settings) CheckedSettings.require("--settings: '" + setting + "'", setting);
        return new SoakOptions(release.version(), String.join(",", settings), minutes.minutes(), json.results());
    }

    @Override
    protected boolean measure(SoakOptions options) throws IOException {
        PrintStream out = console().out();
        Progress progress = console().progress();
        progress.step("Cassandra " + options.release() + ": starting two nodes");
        boolean stable = false;
        try (SoakRing ring =
                SoakRing.start(options.release(), options.settings(), console().runDirectory())) {
            progress.done("started");
            SoakResult result = new SoakRun(ring, options.minutes(), progress).run();
            out.print(SoakReport.of(result));
            Path page = console().directory().resolve("soak-" + options.release() + ".html");
            SoakPage.write(result, page);
            out.println("Plots: " + page);
            options.results().write(List.of(options.release()), SoakJson.of(result));
            stable = result.faults().isEmpty();
        } finally {
            console().endRun(stable);
        }
        return stable;
    }
}
