package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.Calibration;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.NodeTurn;
import io.foreread.it.bench.laboratory.PreparedSSTables;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.Volume;
import io.foreread.it.bench.laboratory.VolumeSpec;
import io.foreread.it.bench.load.BenchConsole;
import io.foreread.it.bench.load.DelayAccounting;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.demo.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./bench compaction}. Exit code 0: all was measured; 1: something failed; 2: wrong options. */
@Command(
        name = "compaction",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "How fast real Cassandras compact the same sstables on an emulated cloud volume, and what that costs:",
            "stock, with Foreread, and Cassandra's own read-ahead, in turn. Needs root. An hour and a quarter with all",
            "defaults; two contenders and three rounds take six minutes.",
            ""
        })
public final class CompactionBench implements Callable<Integer> {
    private static final long MIB = 1 << 20;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = {
                "The volume: gp3 (3,000 IOPS, 125 MiB/s), gp3-256 (3,000, 256 MiB/s), io2 (16,000, 1,000 MiB/s),",
                "hdd (160 MiB/s, 4 ms a request; needs dm-delay or nbdkit), nvme (no limit, page cache hot). Default: "
                        + VolumeSpec.DEFAULT_PRESET
            })
    private String preset;

    @Option(names = "--iops", paramLabel = "N", description = "A volume with so many read requests a second")
    private Integer iops;

    @Option(names = "--mbps", paramLabel = "MIB", description = "A volume with so many MiB/s of reads")
    private Integer mibPerSecond;

    @Option(
            names = "--latency-ms",
            paramLabel = "MS",
            description = "A volume that delays each read; needs dm-delay or nbdkit (Debian: nbdkit and libnbd-bin)")
    private Integer latencyMillis;

    @Option(
            names = "--readahead-kb",
            paramLabel = "KB",
            description = "The kernel's readahead, a multiple of 4. Default: 4, tuned for point reads")
    private Integer readAheadKib;

    @Option(
            names = "--contenders",
            paramLabel = "ID,...",
            split = ",",
            completionCandidates = ReaderVariant.Ids.class,
            description = {
                "Of ${COMPLETION-CANDIDATES}.",
                "Default: all but the last, which stands down but with +read-ahead=on.",
                "Behind one of ours its settings, as in 5.0.3-foreread+direct-io=true+block-size=1MiB"
            })
    private List<String> contenders = List.of();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Each contender has one turn in each. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(
            names = "--warm-ups",
            paramLabel = "N",
            defaultValue = "6",
            description = {
                "Compactions from the page cache before the measured one. Default: ${DEFAULT-VALUE}; with fewer it is",
                "the JIT's CPU that is measured, and code that it has not got to yet"
            })
    private int warmUps;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            defaultValue = "values-1k",
            description = {
                "values-1k, rows-100, blobs-10k, documents, wide, overwrites or tombstones. Default: ${DEFAULT-VALUE}.",
                "documents is JSON that compresses well, the others are mostly noise"
            })
    private String workload;

    @Option(
            names = "--compression",
            paramLabel = "NAME",
            defaultValue = "lz4",
            description = "lz4, zstd or deflate. Default: ${DEFAULT-VALUE}")
    private String compression;

    @Option(
            names = "--chunk-kb",
            paramLabel = "KB",
            defaultValue = "16",
            description = "4, 16 or 64. Default: ${DEFAULT-VALUE}")
    private int chunkKib;

    @Option(
            names = "--data-mb",
            paramLabel = "MB",
            defaultValue = "840",
            description = "Payload in the sstables before compression, kept for later runs. Default: ${DEFAULT-VALUE}")
    private int dataMib;

    @Option(
            names = "--sstables",
            paramLabel = "N",
            defaultValue = "4",
            description = "That the data is in. Default: ${DEFAULT-VALUE}")
    private int sstables;

    @Option(
            names = "--profile",
            description =
                    "Record five more compactions of each contender, and show what takes their time and where they allocate")
    private boolean profile;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the results there too")
    private Path json;

    @Option(names = "--plot", paramLabel = "FILE", description = "Draw the throughput there, as PNG")
    private Path plot;

    private final BenchConsole console = new BenchConsole();
    private final PrintStream out = console.out();
    private final Progress progress = console.progress();
    private final Map<ReaderVariant, List<MeasuredVariant>> measured = new LinkedHashMap<>();

    @Override
    public Integer call() throws IOException {
        CompactionOptions options;
        try {
            options = new CompactionOptions(
                    VolumeSpec.of(preset, iops, mibPerSecond, latencyMillis, readAheadKib),
                    ReaderVariant.named(contenders),
                    DataSpec.of(workload, compression, chunkKib, dataMib, sstables),
                    rounds,
                    warmUps,
                    profile,
                    json,
                    plot);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage());
        }
        try {
            Volume.check(options.volume());
            run(options);
        } catch (RuntimeException e) {
            console.fail("./bench compaction", e);
        }
        return console.exitCode();
    }

    private void run(CompactionOptions options) {
        PreparedSSTables prepared = PreparedSSTables.of(options.data(), console.directory(), progress);
        Path work = console.runDirectory();
        out.println("Volume " + options.volume().words());
        try (Volume volume = Volume.create(options.volume(), work.resolve("volume"), volumeBytes(options));
                DelayAccounting delays = DelayAccounting.open()) {
            Optional<Calibration> calibration = Calibration.of(volume, progress);
            prepared.copy(NodeTurn.saved(volume));
            CompactionProfile profile = new CompactionProfile(console.directory());
            NodeTurn turn = new NodeTurn(volume, options.data(), work.resolve("node"), console.directory(), progress);
            Trial trial = new Trial(options, turn, prepared, delays);
            CompactionResult result = new CompactionResult(options.volume(), options.data(), calibration, measured);
            for (int round = 1; round <= options.rounds(); round++) round(round, options, trial, profile, result);
            calibration.ifPresent(found -> out.print(found.table()));
            if (!measured.isEmpty()) report(result, options);
            out.print(profile.table());
        }
        PreparedTables.deleteTree(work);
    }

    private void round(
            int round, CompactionOptions options, Trial trial, CompactionProfile profile, CompactionResult result) {
        for (ReaderVariant contender : options.contenders()) {
            boolean last = round == options.rounds();
            try {
                MeasuredVariant one = trial.run(contender, round, options.profile() && last ? profile : null);
                measured.computeIfAbsent(contender, none -> new ArrayList<>()).add(one);
                // After each, so that whoever loses patience has something.
                if (options.json() != null) CompactionJson.write(result, options.json());
            } catch (RuntimeException e) {
                // The others may do better.
                console.fail(contender.toString(), e);
            }
        }
    }

    private void report(CompactionResult result, CompactionOptions options) {
        out.print(CompactionReport.table(result));
        out.print(CompactionTargets.of(result));
        if (options.plot() != null) CompactionPlot.write(result, options.plot());
    }

    /** Input, output, what is being deleted, what fio reads; and ext4's own. */
    private static long volumeBytes(CompactionOptions options) {
        return options.data().dataMib() * 4L * MIB + Calibration.FILE_BYTES + 512L * MIB;
    }
}
