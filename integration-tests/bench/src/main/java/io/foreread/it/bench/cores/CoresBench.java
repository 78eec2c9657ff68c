package io.foreread.it.bench.cores;

import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.command.JsonFile;
import io.foreread.it.bench.command.ReleaseOption;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.PreparedSSTables;
import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.bench.load.Requests;
import io.foreread.it.bench.results.BenchTables;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bench cores}. */
@Command(
        name = "cores",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Measures the latency (p99 and p99.9) of a node's CQL clients while the node compacts all the time, with a",
            "setting that uses another core (compress-ahead) off and on auto in turn. The clients run on the machine of the",
            "node, so that its cores are busy. Takes a quarter of an hour with all defaults. Exit code 1 if a p99 or p99.9 is higher with auto.",
            ""
        })
public final class CoresBench extends BenchCommand<CoresOptions> {
    public static final BenchTables<?> TABLES = new BenchTables<>(
            CoresResult.class,
            Map.of("windows", CoresReport::windowTable, "comparisons", CoresReport::comparisonTable),
            CoresReport::measured);

    @Mixin
    private final ReleaseOption release = new ReleaseOption("4.1");

    @Option(
            names = "--setting",
            paramLabel = "NAME",
            defaultValue = "compress-ahead",
            description = "compress-ahead or decompress-ahead. Default: ${DEFAULT-VALUE}")
    private String setting;

    @Option(
            names = "--per-second",
            paramLabel = "N",
            defaultValue = "4000",
            description = "Reads and writes per second, even if the node cannot keep up. Default: ${DEFAULT-VALUE}")
    private int perSecond;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            defaultValue = "documents",
            description = "The compacted rows, as in ./bench compaction. Default: ${DEFAULT-VALUE}")
    private String workload;

    @Option(
            names = "--compression",
            paramLabel = "NAME",
            defaultValue = "zstd",
            description = "lz4, zstd or deflate. Default: ${DEFAULT-VALUE}")
    private String compression;

    @Option(
            names = "--data-mb",
            paramLabel = "MB",
            defaultValue = "128",
            description = "MiB of payload of the compacted sstables. Default: ${DEFAULT-VALUE}")
    private int dataMib;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "20",
            description = "Number of rounds, each with a window of each value. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Mixin
    private final JsonFile json = new JsonFile();

    @Override
    protected CoresOptions options() {
        return new CoresOptions(
                release.version(),
                CoresSetting.named(setting),
                DataSpec.of(workload, compression, DataSpec.USUAL_CHUNK_KIB, dataMib, DataSpec.USUAL_SSTABLES),
                perSecond,
                rounds,
                json.results());
    }

    @Override
    protected boolean measure(CoresOptions options) {
        Path storage = console().runDirectory();
        try {
            PreparedTables.link(
                    PreparedTables.of(
                            options.release(),
                            1,
                            console().directory(),
                            console().progress()),
                    storage.resolve("data"));
            CoresResult result = new CoresResult(
                    options.data().words(),
                    options.perSecond(),
                    CoresMeasurement.WINDOW_SECONDS,
                    Runtime.getRuntime().availableProcessors(),
                    windows(options, storage),
                    CoresReport.comparisons(
                            options.setting().with("auto"), options.setting().with("off")));
            console()
                    .out()
                    .printf(
                            "%nCassandra %s, %,d requests a second, %s%n%n%s%n%s",
                            options.release(),
                            options.perSecond(),
                            result.data(),
                            CoresReport.windowTable(result),
                            CoresReport.comparisonTable(result));
            options.results().write(List.of(options.release()), result);
            return CoresReport.keepsLimits(result);
        } finally {
            PreparedTables.deleteTree(storage);
        }
    }

    private List<CoresWindow> windows(CoresOptions options, Path storage) {
        Progress progress = console().progress();
        progress.step("Cassandra " + options.release() + ": starting");
        ChildJvmNode node = BenchNode.builder(options.release(), storage)
                // Not off, because the hooks of a setting that is off are not woven.
                .agent("read-ahead=on," + options.setting().with("auto"))
                .start();
        try {
            progress.done("started");
            PreparedSSTables.write(node, options.data(), progress);
            node.jmx().setCompactionThroughput(0);
            try (RepeatedCompaction compaction = RepeatedCompaction.start(node);
                    Requests requests = new Requests(node.session(), options.perSecond())) {
                NodeCpu cpu = new NodeCpu(node.pid());
                progress.step("waiting until the JIT compiler has little work");
                progress.whileRunning(() -> cpu.steadyMillisPerSecond(node.jmx()));
                progress.done("done");
                progress.step("measuring auto and off in turn");
                List<CoresWindow> windows =
                        new CoresMeasurement(node, options.setting(), requests, cpu, progress).run(options.rounds());
                compaction.check();
                progress.done("done");
                return windows;
            }
        } finally {
            // A normal shutdown would only write data that is deleted afterwards.
            node.kill();
        }
    }
}
