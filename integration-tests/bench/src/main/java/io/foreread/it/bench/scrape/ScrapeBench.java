package io.foreread.it.bench.scrape;

import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.command.JsonFile;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.Progress;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bench scrape}. A target that is not met does not change the exit code. */
@Command(
        name = "scrape",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Measures the cost of a scrape for a real Cassandra node: time, CPU and garbage, with Foreread and with other",
            "exporters. Each exporter has its own node. With all defaults it takes hours.",
            ""
        })
public final class ScrapeBench extends BenchCommand<ScrapeOptions> {
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
            names = "--scrapes",
            paramLabel = "N",
            defaultValue = "30",
            description = "Scrapes per exporter, fewer if they take more than a minute. Default: ${DEFAULT-VALUE}")
    private int scrapes;

    @Mixin
    private final JsonFile json = new JsonFile();

    private final PrintStream out = console().out();
    private final Progress progress = console().progress();
    private final List<MeasuredScrape> results = new ArrayList<>();

    private final Path standaloneJar = Path.of(
                    System.getProperty("foreread.exporter.jar", "exporter/target/foreread-exporter.jar"))
            .toAbsolutePath();

    @Override
    protected ScrapeOptions options() {
        return ScrapeOptions.of(tables, releases, loads, exporters, scrapes, json.file(), standaloneJar);
    }

    @Override
    protected boolean measure(ScrapeOptions options) {
        if (!options.contenders().contains(ExporterVariant.FOREREAD_STANDALONE) && exporters.isEmpty())
            out.println(
                    ExporterVariant.FOREREAD_STANDALONE.exporter() + " is not measured: there is no " + standaloneJar);
        for (CassandraVersion release : options.releases())
            for (int count : options.tables()) measure(release, count, options);
        out.print(ScrapeTargets.of(results));
        return true;
    }

    private void measure(CassandraVersion release, int count, ScrapeOptions options) {
        List<MeasuredScrape> here = new ArrayList<>();
        try {
            Path prepared = PreparedTables.of(release, count, console().directory(), progress);
            for (ExporterVariant contender : options.contenders())
                measure(release, count, contender, prepared, options, here);
        } catch (RuntimeException e) {
            console().fail("making the tables", e);
        }
        results.addAll(here);
        for (Load load : options.loads()) {
            List<MeasuredScrape> rows =
                    here.stream().filter(one -> one.load() == load).toList();
            if (!rows.isEmpty()) out.print(ScrapeReport.table(rows));
        }
        // The file is written after each number of tables, so that an interrupted run does not lose its results.
        options.json().ifPresent(file -> ScrapeJson.write(results, file));
    }

    private void measure(
            CassandraVersion release,
            int count,
            ExporterVariant contender,
            Path prepared,
            ScrapeOptions options,
            List<MeasuredScrape> measured) {
        Path storage = console().runDirectory();
        try {
            PreparedTables.link(prepared, storage.resolve("data"));
            progress.step(release + ", " + count + " tables, " + contender + ": starting");
            PeerFiles peers = new PeerFiles(console().directory().resolve("peers"));
            try (ScrapedNode node = ScrapedNode.start(release, contender, storage, peers, standaloneJar)) {
                progress.done("started");
                ScrapeMeasurement measurement =
                        new ScrapeMeasurement(node, contender, release, count, options.scrapes(), progress);
                for (Load load : options.loads()) {
                    progress.step(release + ", " + count + " tables, " + contender + ": " + load.word());
                    MeasuredScrape one = measurement.run(load);
                    measured.add(one);
                    progress.done(summary(one));
                }
            }
        } catch (RuntimeException e) {
            // The benchmark continues, because the results of the other exporters may have taken an hour.
            console().fail(contender.toString(), e);
        } finally {
            PreparedTables.deleteTree(storage);
        }
    }

    private static String summary(MeasuredScrape one) {
        if (one.contender() == ExporterVariant.NONE) return "done";
        return String.format(
                Locale.ROOT,
                "CPU %.1f ms, wall %.1f ms, %,d KB of garbage, %,d samples",
                one.cpuMillis(),
                one.wallMillis(),
                Math.round(one.allocatedBytes() / 1000),
                one.samples());
    }
}
