package io.foreread.it.bench.soak;

import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.command.JsonFile;
import io.foreread.it.bench.command.MinutesOption;
import io.foreread.it.bench.command.ReleaseOption;
import io.foreread.it.fixture.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs {@code ./bench soak}. Its limits are kept if nothing grows and nothing failed. */
@Command(
        name = "soak",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Checks that a node with the agent remains stable: two nodes, 300 requests a second, compactions, repairs,",
            "and a scrape every second. Heap, direct memory, threads, descriptors and classes of the first must not grow.",
            ""
        })
public final class SoakBench extends BenchCommand<SoakOptions> {
    /** A trend needs samples. */
    private static final int MIN_MINUTES = 3;

    @Mixin
    private final MinutesOption minutes = new MinutesOption(MIN_MINUTES);

    @Mixin
    private final ReleaseOption release = new ReleaseOption("4.1");

    @Mixin
    private final JsonFile json = new JsonFile();

    @Override
    protected SoakOptions options() {
        return new SoakOptions(release.version(), minutes.minutes(), json.file());
    }

    @Override
    protected boolean measure(SoakOptions options) throws IOException {
        PrintStream out = console().out();
        Progress progress = console().progress();
        progress.step("Cassandra " + options.release() + ": starting two nodes");
        boolean stable = false;
        try (SoakRing ring = SoakRing.start(options.release(), console().runDirectory())) {
            progress.done("started");
            SoakResult result = new SoakRun(ring, options.minutes(), progress).run();
            out.print(SoakReport.of(result));
            Path page = console().directory().resolve("soak-" + options.release() + ".html");
            SoakPage.write(result, page);
            out.println("Plots: " + page);
            if (options.json().isPresent())
                SoakJson.write(result, options.json().get());
            stable = result.faults().isEmpty();
        } finally {
            console().endRun(stable);
        }
        return stable;
    }
}
