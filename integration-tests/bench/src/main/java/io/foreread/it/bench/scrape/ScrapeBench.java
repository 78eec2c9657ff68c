package io.foreread.it.bench.scrape;

import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.command.JsonFile;
import io.foreread.it.bench.comparison.Rotation;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.bench.results.BenchTables;
import io.foreread.it.bench.scrape.ScrapeMeasurement.Subject;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.Progress;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bench scrape}. A goal that is not met does not change the exit code. */
@Command(
        name = "scrape",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Measures the cost of a scrape for a real Cassandra node: time, CPU and garbage, with Foreread and with other",
            "exporters. Each exporter has its own node in each round. With all defaults it takes hours.",
            ""
        })
public final class ScrapeBench extends BenchCommand<ScrapeOptions> {
    public static final BenchTables<?> TABLES = new BenchTables<>(
            ScrapeResult.class,
            Map.of(
                    "costs", ScrapeReport::costTable,
                    "latencies", ScrapeReport::latencyTable,
                    "goals", ScrapeGoals::table),
            ScrapeGoals::measured);

    @Option(
            names = "--tables",
            paramLabel = "N,...",
            split = ",",
            defaultValue = "0,200,1000",
            description = "Number of user tables of the node. Default: ${DEFAULT-VALUE}")
    private List<Integer> tables;

    @Option(
            names = "--cassandra",
            paramLabel = "VERSION,...",
            split = ",",
            defaultValue = "5.0,4.1",
            description = "Releases (4.1.10), or lines (4.1) for their newest release. Default: ${DEFAULT-VALUE}")
    private List<String> releases;

    @Option(
            names = "--load",
            paramLabel = "LOAD,...",
            split = ",",
            defaultValue = "idle,busy",
            description = "idle (no client load) or busy (1,000 reads and writes a second). Default: ${DEFAULT-VALUE}")
    private List<String> loads;

    @Option(
            names = "--exporters",
            paramLabel = "NAME[:CONFIG],...",
            split = ",",
            description = "Exporters, or single configurations such as foreread:all. Default: all that are available")
    private List<String> exporters = List.of();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Number of rounds, each with a new node for every exporter. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(
            names = "--scrapes",
            paramLabel = "N",
            defaultValue = "10",
            description = {
                "Scrapes per exporter and round without client load, fewer if they take more than a minute. Default:",
                "${DEFAULT-VALUE}"
            })
    private int scrapes;

    @Mixin
    private final JsonFile json = new JsonFile();

    private final PrintStream out = console().out();
    private final Progress progress = console().progress();
    private final List<ScrapeTurn> turns = new ArrayList<>();

    private final Path standaloneJar = Path.of(
                    System.getProperty("foreread.exporter.jar", "exporter/target/foreread-exporter.jar"))
            .toAbsolutePath();

    @Override
    protected ScrapeOptions options() {
        return ScrapeOptions.of(tables, releases, loads, exporters, rounds, scrapes, json.results(), standaloneJar);
    }

    @Override
    protected boolean measure(ScrapeOptions options) {
        if (!options.contenders().contains(ExporterVariant.FOREREAD_STANDALONE) && exporters.isEmpty())
            out.println(
                    ExporterVariant.FOREREAD_STANDALONE.exporter() + " is not measured: there is no " + standaloneJar);
        for (CassandraVersion release : options.releases())
            for (int count : options.tables()) measure(release, count, options);
        ScrapeResult result = new ScrapeResult(turns);
        out.print("\n" + ScrapeReport.costTable(result));
        out.print("\n" + ScrapeReport.latencyTable(result));
        out.print("\n" + ScrapeGoals.table(result));
        return true;
    }

    private void measure(CassandraVersion release, int count, ScrapeOptions options) {
        try {
            Path prepared = PreparedTables.of(release, count, console().directory(), progress);
            for (int round = 1; round <= options.rounds(); round++)
                for (ExporterVariant contender : Rotation.of(options.contenders(), round))
                    measure(new Subject(round, contender, release, count), prepared, options);
        } catch (RuntimeException e) {
            console().fail("making the tables", e);
        }
    }

    private void measure(Subject subject, Path prepared, ScrapeOptions options) {
        Path storage = console().runDirectory();
        String title = subject.release() + ", " + subject.tables() + " tables, round " + subject.round() + "/"
                + options.rounds() + ", " + subject.contender() + ": ";
        try {
            PreparedTables.link(prepared, storage.resolve("data"));
            progress.step(title + "starting");
            PeerFiles peers = new PeerFiles(console().directory().resolve("peers"));
            try (ScrapedNode node =
                    ScrapedNode.start(subject.release(), subject.contender(), storage, peers, standaloneJar)) {
                progress.done("started");
                ScrapeMeasurement measurement = new ScrapeMeasurement(node, subject, options.scrapes(), progress);
                for (Load load : options.loads()) {
                    progress.step(title + load.word());
                    ScrapeTurn turn = measurement.run(load);
                    turns.add(turn);
                    progress.done(summary(turn));
                }
            }
        } catch (RuntimeException e) {
            // The benchmark continues, because the results of the other exporters may have taken an hour.
            String reason = console().fail(subject.contender().toString(), e);
            options.results().addFailure(subject.contender() + " in round " + subject.round(), reason);
        } finally {
            PreparedTables.deleteTree(storage);
        }
        // The file is written after each node, so that an interrupted run does not lose its results.
        options.results().write(options.releases(), new ScrapeResult(turns));
    }

    private static String summary(ScrapeTurn turn) {
        if (turn.scrapes().isEmpty()) return "done";
        return String.format(
                Locale.ROOT,
                "CPU %.1f ms, wall %.1f ms, %.2f MB of garbage, %,d samples",
                turn.cpuMillis(),
                turn.wallMillis(),
                turn.allocatedMegabytes(),
                turn.samples());
    }
}
