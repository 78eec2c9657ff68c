package io.foreread.it.bench.compaction;

import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.command.Checks;
import io.foreread.it.bench.command.JsonFile;
import io.foreread.it.bench.comparison.Rotation;
import io.foreread.it.bench.laboratory.Calibration;
import io.foreread.it.bench.laboratory.DataOptions;
import io.foreread.it.bench.laboratory.NodeTurn;
import io.foreread.it.bench.laboratory.PreparedSSTables;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.VariantOptions;
import io.foreread.it.bench.laboratory.Volume;
import io.foreread.it.bench.laboratory.VolumeOptions;
import io.foreread.it.bench.laboratory.VolumeSpec;
import io.foreread.it.bench.load.DelayAccounting;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.bench.results.BenchTables;
import io.foreread.it.bench.results.Envelope;
import io.foreread.it.fixture.Progress;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bench compaction}. A goal that is not met does not change the exit code. */
@Command(
        name = "compaction",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Measures how fast real Cassandra nodes compact the same sstables on an emulated cloud volume, and what this",
            "costs. The contenders are Cassandra without Foreread, with Foreread, and with native read-ahead. Needs",
            "root. Takes an hour and a quarter with all defaults, or six minutes with two contenders and three rounds.",
            ""
        })
public final class CompactionBench extends BenchCommand<CompactionOptions> {
    private static final BenchTables<CompactionResult> RESULTS = new BenchTables<>(
            CompactionResult.class,
            Map.of(
                    "contenders", CompactionReport::contenderTable,
                    "comparisons", CompactionReport::comparisonTable,
                    "page-cache", CompactionReport::cachedTable,
                    "volume", CompactionReport::volumeTable,
                    "stages", result -> CompactionProfileReport.stageTable(result.profiles()),
                    "libraries", result -> CompactionProfileReport.libraryTable(result.profiles()),
                    "allocation-sites", result -> CompactionProfileReport.siteTable(result.profiles())),
            CompactionReport::measured);

    public static final BenchTables<?> TABLES = RESULTS;

    private static final long MIB = 1 << 20;

    @Mixin
    private final VolumeOptions volume = new VolumeOptions();

    @Mixin
    private final VariantOptions variants = new VariantOptions(List.of(), 5);

    @Option(
            names = "--warm-ups",
            paramLabel = "N",
            defaultValue = "6",
            description = {
                "Compactions from the page cache before the measured compaction. Default: ${DEFAULT-VALUE}. With fewer,",
                "the result includes the CPU time of the JIT compiler and of code that is not compiled yet"
            })
    private int warmUps;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            defaultValue = "values-1k",
            description = {
                "values-1k, values-700, rows-100, values-500, disjoint-500, blobs-10k, documents, wide, overwrites or",
                "tombstones. Default: ${DEFAULT-VALUE}. No partition of disjoint-500 is in two sstables.",
                "documents is JSON that compresses well, the others are mostly random bytes"
            })
    private String workload;

    @Option(
            names = "--compression",
            paramLabel = "NAME",
            defaultValue = "lz4",
            description = "lz4, zstd, deflate or none. Default: ${DEFAULT-VALUE}")
    private String compression;

    @Mixin
    private final DataOptions data = new DataOptions();

    @Option(
            names = "--sstables",
            paramLabel = "N",
            defaultValue = "4",
            description = "Number of sstables to compact. Default: ${DEFAULT-VALUE}")
    private int sstables;

    @Option(
            names = "--profile",
            description =
                    "Profile five more compactions of each contender: CPU time by stage and library, allocation by site")
    private boolean profile;

    @Mixin
    private final JsonFile json = new JsonFile();

    @Option(names = "--plot", paramLabel = "FILE", description = "Also draw a chart of the throughput to this PNG file")
    private @Nullable Path plot;

    private final PrintStream out = console().out();
    private final Progress progress = console().progress();
    private final List<MeasuredVariant> turns = new ArrayList<>();

    /**
     * Draws the chart of a file with results.
     *
     * @throws IllegalArgumentException if the file is not one of this benchmark; the message contains the reason
     */
    public static void plot(Envelope file, Path picture) {
        if (!file.bench().equals("compaction"))
            throw new IllegalArgumentException(
                    "the results are of ./bench " + file.bench() + ", not of ./bench compaction");
        CompactionPlot.write(RESULTS.read(file), picture);
    }

    @Override
    protected CompactionOptions options() {
        return new CompactionOptions(
                volume.volume(),
                variants.contenders(),
                data.data(workload, compression, sstables),
                variants.rounds(),
                warmUps,
                profile,
                json.results(),
                Checks.inDirectory("--plot", plot));
    }

    @Override
    protected boolean measure(CompactionOptions options) {
        Volume.check(options.volume());
        run(options);
        return true;
    }

    private void run(CompactionOptions options) {
        PreparedSSTables prepared = PreparedSSTables.of(
                options.data(), options.contenders(), console().directory(), progress);
        Path work = console().runDirectory();
        out.println("Volume " + options.volume().words());
        try (Volume volume = Volume.create(options.volume(), work.resolve("volume"), volumeBytes(options));
                DelayAccounting delays = DelayAccounting.open()) {
            Optional<Calibration> calibration = Calibration.of(volume, progress);
            prepared.copy(NodeTurn.saved(volume));
            CompactionProfiler profiler = new CompactionProfiler(console().directory(), progress);
            NodeTurn turn = new NodeTurn(
                    volume, options.data(), work.resolve("node"), console().directory(), progress);
            Trial trial = new Trial(options, turn, prepared, delays);
            for (int round = 1; round <= options.rounds(); round++) round(round, options, trial, profiler, calibration);
            if (!turns.isEmpty()) report(result(options, profiler, calibration), options);
        } finally {
            PreparedTables.deleteTree(work);
        }
    }

    private void round(
            int round,
            CompactionOptions options,
            Trial trial,
            CompactionProfiler profiler,
            Optional<Calibration> calibration) {
        for (ReaderVariant contender : Rotation.of(options.contenders(), round)) {
            boolean last = round == options.rounds();
            try {
                turns.add(trial.run(contender, round, options.profile() && last ? keepingTheTurn(profiler) : null));
            } catch (RuntimeException e) {
                // The benchmark continues with the other contenders.
                String reason = console().fail(contender.toString(), e);
                options.results().addFailure(contender.id() + " in round " + round, reason);
            }
            // The file is written after each turn, so that an interrupted run does not lose its results.
            options.results()
                    .write(
                            options.contenders().stream()
                                    .map(ReaderVariant::version)
                                    .toList(),
                            result(options, profiler, calibration));
        }
    }

    /** A failed profile does not discard the measurement that precedes it. */
    private Trial.Profiling keepingTheTurn(CompactionProfiler profiler) {
        return (node, contender, input) -> {
            try {
                profiler.profile(node, contender, input);
            } catch (RuntimeException e) {
                console().fail("the profile of " + contender, e);
            }
        };
    }

    /** The limits are those that fio measured, or the configured ones without fio; null for a volume without limits. */
    private CompactionResult result(
            CompactionOptions options, CompactionProfiler profiler, Optional<Calibration> calibration) {
        VolumeSpec volume = options.volume();
        return new CompactionResult(
                volume.words(),
                options.data().words(),
                limit(volume.mibPerSecond(), calibration.map(Calibration::mibPerSecond)),
                limit(volume.iops(), calibration.map(Calibration::iops)),
                calibration.map(Calibration::readings).orElse(List.of()),
                List.copyOf(turns),
                profiler.profiles(),
                CompactionGoals.of(volume, options.data(), options.contenders()));
    }

    private static @Nullable Double limit(int configured, Optional<Double> measured) {
        return configured > 0 ? measured.orElse((double) configured) : null;
    }

    private void report(CompactionResult result, CompactionOptions options) {
        out.print(CompactionReport.text(result));
        out.print(CompactionProfileReport.text(result.profiles()));
        options.plot().ifPresent(file -> CompactionPlot.write(result, file));
    }

    /** The size of the volume, with space for input, output, sstables being deleted, fio's file and the overhead of ext4. */
    private static long volumeBytes(CompactionOptions options) {
        return options.data().dataMib() * 4L * MIB + Calibration.FILE_BYTES + 512L * MIB;
    }
}
