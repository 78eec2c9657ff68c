package io.foreread.it.bench.readahead;

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
import io.foreread.it.bench.laboratory.VolumeLimitOptions;
import io.foreread.it.bench.laboratory.VolumeSpec;
import io.foreread.it.bench.load.DelayAccounting;
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

/** {@code ./bench readahead}. A goal that is not met does not change the exit code. */
@Command(
        name = "readahead",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Measures which kernel readahead is best, for data that is larger than the page cache: how fast real Cassandra",
            "nodes compact, what the device reads for a point read, and the latency of point reads during compactions.",
            "Each contender is measured with each kernel readahead, in rotating order. Needs root.",
            ""
        })
public final class KernelReadAheadBench extends BenchCommand<KernelReadAheadOptions> {
    public static final BenchTables<?> TABLES = new BenchTables<>(
            KernelReadAheadResult.class,
            Map.of(
                    "throughputs", KernelReadAheadReport::throughputTable,
                    "contenders", KernelReadAheadReport::contenderTable,
                    "comparisons", KernelReadAheadReport::comparisonTable),
            KernelReadAheadReport::measured);

    private static final long MIB = 1 << 20;
    /** A workload whose partitions have a single row, because the clients read rows by their partition key. */
    private static final String WORKLOAD = "values-1k";

    private static final List<ReaderVariant> USUAL =
            List.of(ReaderVariant.V41_STOCK_MMAP, ReaderVariant.V41_STOCK_PREAD, ReaderVariant.V41_FOREREAD);

    @Mixin
    private final VolumeLimitOptions volume = new VolumeLimitOptions();

    @Option(
            names = "--readahead-kb",
            paramLabel = "KB,...",
            split = ",",
            defaultValue = "4,16,128",
            description = "Values of the kernel readahead, multiples of 4. Default: ${DEFAULT-VALUE}")
    private List<Integer> readAheadsKib;

    @Mixin
    private final VariantOptions variants = new VariantOptions(USUAL, 5);

    @Option(
            names = "--warm-ups",
            paramLabel = "N",
            defaultValue = "6",
            description = "Compactions from the page cache before the measurements. Default: ${DEFAULT-VALUE}")
    private int warmUps;

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
                "Duration of the point reads alone, and minimum duration of those during compactions.",
                "Default: ${DEFAULT-VALUE}"
            })
    private int seconds;

    @Option(
            names = "--cache-mb",
            paramLabel = "MB",
            defaultValue = "256",
            description = "Limit of the node's page cache, less than --data-mb. Default: ${DEFAULT-VALUE}")
    private int cacheMib;

    @Mixin
    private final DataOptions data = new DataOptions();

    @Mixin
    private final JsonFile json = new JsonFile();

    private final PrintStream out = console().out();
    private final Progress progress = console().progress();
    private final List<KernelReadAheadTurn> turns = new ArrayList<>();

    @Override
    protected KernelReadAheadOptions options() {
        return new KernelReadAheadOptions(
                readAheadsKib.stream().distinct().map(volume::volume).toList(),
                variants.contenders(),
                data.data(WORKLOAD, "lz4", DataSpec.USUAL_SSTABLES),
                variants.rounds(),
                warmUps,
                perSecond,
                seconds,
                cacheMib,
                json.results());
    }

    @Override
    protected boolean measure(KernelReadAheadOptions options) {
        Volume.check(options.volumes().get(0));
        CacheLimit.check();
        run(options);
        if (!turns.isEmpty()) out.print(KernelReadAheadReport.text(result(options)));
        return true;
    }

    private void run(KernelReadAheadOptions options) {
        DataSpec spec = options.data();
        VolumeSpec first = options.volumes().get(0);
        PreparedSSTables prepared =
                PreparedSSTables.of(spec, options.contenders(), console().directory(), progress);
        Path work = console().runDirectory();
        out.println("Volume " + first.limitWords());
        try (Volume emulated = Volume.create(first, work.resolve("volume"), spec.dataMib() * 4L * MIB + 512 * MIB);
                DelayAccounting delays = DelayAccounting.open()) {
            prepared.copy(NodeTurn.saved(emulated));
            NodeTurn turn =
                    new NodeTurn(emulated, spec, work.resolve("node"), console().directory(), progress);
            KernelReadAheadTrial trial = new KernelReadAheadTrial(options, turn, prepared, delays);
            for (int round = 1; round <= options.rounds(); round++)
                for (int kib : Rotation.of(options.readAheadsKib(), round))
                    for (ReaderVariant contender : Rotation.of(options.contenders(), round))
                        turn(options, trial, contender, kib, round);
        } finally {
            PreparedTables.deleteTree(work);
        }
    }

    private void turn(
            KernelReadAheadOptions options,
            KernelReadAheadTrial trial,
            ReaderVariant contender,
            int readAheadKib,
            int round) {
        try {
            turns.add(trial.run(contender, readAheadKib, round));
        } catch (RuntimeException e) {
            // The benchmark continues with the other contenders.
            String name = KernelReadAheadTurn.contender(contender.id(), readAheadKib);
            String reason = console().fail(name, e);
            options.results().addFailure(name + " in round " + round, reason);
        }
        // The file is written after each turn, so that an interrupted run does not lose its results.
        options.results()
                .write(options.contenders().stream().map(ReaderVariant::version).toList(), result(options));
    }

    private KernelReadAheadResult result(KernelReadAheadOptions options) {
        return new KernelReadAheadResult(
                options.volumes().get(0).limitWords(),
                options.data().words(),
                options.perSecond(),
                options.cacheMib(),
                List.copyOf(turns),
                KernelReadAheadGoals.of(options.contenders(), options.readAheadsKib()));
    }
}
