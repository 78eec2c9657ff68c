package io.foreread.it.bench.reads;

import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.command.JsonFile;
import io.foreread.it.bench.comparison.Rotation;
import io.foreread.it.bench.laboratory.DataOptions;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.NodeTurn;
import io.foreread.it.bench.laboratory.PreparedSSTables;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.VariantOptions;
import io.foreread.it.bench.laboratory.Volume;
import io.foreread.it.bench.laboratory.VolumeOptions;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.bench.results.BenchTables;
import io.foreread.it.fixture.CacheLimit;
import io.foreread.it.fixture.Progress;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bench reads}. A goal that is not met does not change the exit code. */
@Command(
        name = "reads",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Measures whether faster compactions slow down clients: latency and physical bytes of point reads and small",
            "range reads on an emulated cloud volume without other load, and of point reads during compactions. Nodes",
            "without and with Foreread are measured in rotating order. Needs root. Takes about an hour with all defaults.",
            ""
        })
public final class ReadsBench extends BenchCommand<ReadsOptions> {
    public static final BenchTables<?> TABLES = new BenchTables<>(
            ReadsResult.class,
            Map.of("contenders", ReadsReport::contenderTable, "comparisons", ReadsReport::comparisonTable),
            ReadsReport::measured);

    private static final long MIB = 1 << 20;
    /** A workload whose partitions have a single row, because the clients read rows by their partition key. */
    private static final String WORKLOAD = "values-1k";

    private static final List<ReaderVariant> USUAL = List.of(
            ReaderVariant.V41_STOCK_MMAP,
            ReaderVariant.V41_FOREREAD,
            ReaderVariant.LAST_WITHOUT_NATIVE_STOCK,
            ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD,
            ReaderVariant.V50_NATIVE);

    @Mixin
    private final VolumeOptions volume = new VolumeOptions();

    @Mixin
    private final VariantOptions variants = new VariantOptions(USUAL, 3);

    @Option(
            names = "--per-second",
            paramLabel = "N",
            defaultValue = "200",
            description = "Requests per second, even if the node cannot keep up. Default: ${DEFAULT-VALUE}")
    private int perSecond;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description = {
                "Duration of each kind of request without other load, and minimum duration of the compactions.",
                "Default: ${DEFAULT-VALUE}"
            })
    private int seconds;

    @Option(
            names = "--cache-mb",
            paramLabel = "MB",
            defaultValue = "0",
            description = {
                "Limit of the node's page cache, less than --data-mb. With a limit, clients read only a tenth of the rows,",
                "which fits into the page cache. Default: no limit, clients read all rows"
            })
    private int cacheMib;

    @Mixin
    private final DataOptions data = new DataOptions();

    @Mixin
    private final JsonFile json = new JsonFile();

    private final PrintStream out = console().out();
    private final Progress progress = console().progress();
    private final List<ReadsTurn> turns = new ArrayList<>();

    @Override
    protected ReadsOptions options() {
        return new ReadsOptions(
                volume.volume(),
                variants.contenders(),
                data.data(WORKLOAD, "lz4", DataSpec.USUAL_SSTABLES),
                variants.rounds(),
                perSecond,
                seconds,
                cacheMib,
                json.results());
    }

    @Override
    protected boolean measure(ReadsOptions options) {
        Volume.check(options.volume());
        if (cacheMib > 0) CacheLimit.check();
        run(options);
        if (turns.isEmpty()) return true;
        ReadsResult result = result(options);
        out.printf(
                "%n%,d requests a second, %s%s%n%n%s%n%s",
                perSecond,
                result.data(),
                cacheMib == 0 ? "" : ", hot rows, page cache of " + cacheMib + " MiB",
                ReadsReport.contenderTable(result),
                ReadsReport.comparisonTable(result));
        return true;
    }

    private ReadsResult result(ReadsOptions options) {
        return new ReadsResult(
                options.volume().words(),
                options.data().words(),
                perSecond,
                cacheMib,
                List.copyOf(turns),
                ReadsGoals.of(options.contenders(), cacheMib > 0));
    }

    private void run(ReadsOptions options) {
        DataSpec data = options.data();
        PreparedSSTables prepared =
                PreparedSSTables.of(data, options.contenders(), console().directory(), progress);
        Path work = console().runDirectory();
        out.println("Volume " + options.volume().words());
        try (Volume volume =
                Volume.create(options.volume(), work.resolve("volume"), data.dataMib() * 4L * MIB + 512 * MIB)) {
            prepared.copy(NodeTurn.saved(volume));
            NodeTurn turn =
                    new NodeTurn(volume, data, work.resolve("node"), console().directory(), progress);
            ReadsTrial trial = new ReadsTrial(turn, perSecond, seconds, cacheMib);
            for (int round = 1; round <= options.rounds(); round++)
                for (ReaderVariant contender : Rotation.of(options.contenders(), round))
                    turn(options, trial, contender, round);
        } finally {
            PreparedTables.deleteTree(work);
        }
    }

    private void turn(ReadsOptions options, ReadsTrial trial, ReaderVariant contender, int round) {
        try {
            String title = "Round " + round + "/" + options.rounds() + ", " + contender;
            turns.add(trial.run(contender, round, title));
        } catch (RuntimeException e) {
            // The benchmark continues with the other contenders.
            String reason = console().fail(contender.toString(), e);
            options.results().addFailure(contender.id() + " in round " + round, reason);
        }
        // The file is written after each turn, so that an interrupted run does not lose its results.
        options.results()
                .write(options.contenders().stream().map(ReaderVariant::version).toList(), result(options));
    }
}
