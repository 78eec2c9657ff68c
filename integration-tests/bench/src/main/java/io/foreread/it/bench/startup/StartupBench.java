package io.foreread.it.bench.startup;

import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.command.Checks;
import io.foreread.it.bench.command.JsonFile;
import io.foreread.it.bench.command.ReleaseOption;
import io.foreread.it.bench.comparison.Rotation;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.bench.results.BenchTables;
import io.foreread.it.fixture.AgentJar;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bench startup}. A goal that is not met does not change the exit code. */
@Command(
        name = "startup",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Measures what the agent adds to the start of a node: time until the node listens for CQL, resident memory,",
            "and CPU time. Starts nodes without and with Foreread in alternating order, each with an empty data",
            "directory. Takes five minutes with all defaults.",
            ""
        })
public final class StartupBench extends BenchCommand<StartupOptions> {
    public static final BenchTables<?> TABLES =
            new BenchTables<>(StartupResult.class, Map.of("starts", StartupReport::table), StartupReport::measured);

    private static final List<String> CONTENDERS = List.of(StartupResult.STOCK, StartupResult.FOREREAD);

    @Mixin
    private final ReleaseOption release = new ReleaseOption("4.1");

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Number of starts without the agent, and as many with it. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Mixin
    private final JsonFile json = new JsonFile();

    @Override
    protected StartupOptions options() {
        return new StartupOptions(release.version(), Checks.atLeast(1, "--rounds", rounds), json.results());
    }

    @Override
    protected boolean measure(StartupOptions options) throws IOException {
        CassandraVersion version = options.release();
        long jarBytes = Files.size(AgentJar.locate());
        List<Start> starts = new ArrayList<>();
        // This start is not counted, because it reads the jars into the page cache.
        start(version, StartupResult.FOREREAD, 0, "Start that is not counted: ");
        for (int round = 1; round <= options.rounds(); round++)
            for (String contender : Rotation.of(CONTENDERS, round)) {
                String title = "Round " + round + "/" + options.rounds() + ": ";
                starts.add(start(version, contender, round, title));
            }
        StartupResult result = new StartupResult(version.text(), jarBytes, starts);
        console()
                .out()
                .printf(
                        "%nCassandra %s, medians of %d starts without and with Foreread%n%n%s",
                        version, options.rounds(), StartupReport.table(result));
        options.results().write(List.of(version), result);
        return true;
    }

    private Start start(CassandraVersion version, String contender, int round, String title) {
        Progress progress = console().progress();
        Path storage = console().runDirectory();
        progress.step(title + contender);
        try {
            Start start = StartedNode.measure(version, storage, contender, round);
            progress.done(String.format(Locale.ROOT, "%.1f s, %.0f MiB", start.seconds(), start.residentMib()));
            return start;
        } finally {
            PreparedTables.deleteTree(storage);
        }
    }
}
