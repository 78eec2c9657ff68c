package io.foreread.it.bench.reads;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.NodeTurn;
import io.foreread.it.bench.laboratory.PreparedSSTables;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.Volume;
import io.foreread.it.bench.laboratory.VolumeSpec;
import io.foreread.it.bench.load.BenchConsole;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.demo.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./bench reads}. Exit code 0: all was measured; 1: something failed; 2: wrong options. */
@Command(
        name = "reads",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Whether clients pay for what compactions gain: latency and physical bytes of point reads and of small",
            "range reads on an emulated cloud volume, alone and beside a compaction, stock and with Foreread in turn.",
            "Needs root. Half an hour with all defaults.",
            ""
        })
public final class ReadsBench implements Callable<Integer> {
    private static final long MIB = 1 << 20;
    /** Threads, code and metadata that a node still gets are counted too. */
    private static final int MIN_CACHE_MIB = 192;
    /** Rows that are not single have other keys. */
    private static final String WORKLOAD = "values-1k";

    private static final List<ReaderVariant> USUAL = List.of(
            ReaderVariant.V41_STOCK_MMAP,
            ReaderVariant.V41_FOREREAD,
            ReaderVariant.LAST_WITHOUT_NATIVE_STOCK,
            ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD,
            ReaderVariant.V50_NATIVE);

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "The volume, as of ./bench compaction. Default: " + VolumeSpec.DEFAULT_PRESET)
    private String preset;

    @Option(
            names = "--latency-ms",
            paramLabel = "MS",
            description = "Instead of a preset: a volume without limits that delays each read")
    private Integer latencyMillis;

    @Option(
            names = "--contenders",
            paramLabel = "ID,...",
            split = ",",
            description = {
                "As of ./bench compaction. Default: 4.1 without and with the agent, the last 5.0 without a native reader",
                "without and with it, and the newest 5.0 with its native reader"
            })
    private List<String> contenders = List.of();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Each contender has one turn in each. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(
            names = "--per-second",
            paramLabel = "N",
            defaultValue = "200",
            description = "Requests a second, whether the node keeps up or not. Default: ${DEFAULT-VALUE}")
    private int perSecond;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description = "Of each kind of request alone. Default: ${DEFAULT-VALUE}")
    private int seconds;

    @Option(
            names = "--cache-mb",
            paramLabel = "MB",
            defaultValue = "0",
            description = {
                "Page cache that the node may fill, smaller than the data; asks for a tenth of the rows then, which find",
                "room in it. Default: what the machine has, and all rows"
            })
    private int cacheMib;

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
            description = "Payload in the four sstables, kept for later runs. Default: ${DEFAULT-VALUE}")
    private int dataMib;

    @Option(names = "--json", paramLabel = "FILE", description = "Write every turn there too")
    private Path json;

    private final BenchConsole console = new BenchConsole();
    private final PrintStream out = console.out();
    private final Progress progress = console.progress();
    private final Map<ReaderVariant, List<ReadsTurn>> turns = new LinkedHashMap<>();

    @Override
    public Integer call() throws IOException {
        VolumeSpec volume;
        List<ReaderVariant> chosen;
        DataSpec data;
        try {
            volume = VolumeSpec.of(preset, null, null, latencyMillis, null);
            chosen = contenders.isEmpty() ? USUAL : ReaderVariant.named(contenders);
            data = DataSpec.of(WORKLOAD, "lz4", chunkKib, dataMib, DataSpec.USUAL_SSTABLES);
            if (volume.hot())
                throw new IllegalArgumentException(
                        "--preset: '" + preset + "' is in the page cache, and reads no device");
            if (json != null && !Files.isDirectory(json.toAbsolutePath().getParent()))
                throw new IllegalArgumentException(
                        "--json: there is no directory " + json.toAbsolutePath().getParent());
            atLeastOne("--rounds", rounds);
            atLeastOne("--per-second", perSecond);
            atLeastOne("--seconds", seconds);
            if (cacheMib != 0 && (cacheMib < MIN_CACHE_MIB || cacheMib >= dataMib))
                throw new IllegalArgumentException("--cache-mb: " + cacheMib + " is not between " + MIN_CACHE_MIB
                        + ", which the node itself may need, and the data's " + dataMib);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage());
        }
        try {
            Volume.check(volume);
            run(volume, chosen, data);
        } catch (RuntimeException e) {
            console.fail("./bench reads", e);
        }
        return console.exitCode();
    }

    private static void atLeastOne(String option, int value) {
        if (value < 1) throw new IllegalArgumentException(option + ": " + value + " is less than 1");
    }

    private void run(VolumeSpec volumeSpec, List<ReaderVariant> chosen, DataSpec data) throws IOException {
        PreparedSSTables prepared = PreparedSSTables.of(data, console.directory(), progress);
        Path work = console.runDirectory();
        out.println("Volume " + volumeSpec.words());
        try (Volume volume = Volume.create(volumeSpec, work.resolve("volume"), data.dataMib() * 4L * MIB + 512 * MIB)) {
            prepared.copy(NodeTurn.saved(volume));
            NodeTurn turn = new NodeTurn(volume, data, work.resolve("node"), console.directory(), progress);
            ReadsTrial trial = new ReadsTrial(turn, perSecond, seconds, cacheMib);
            for (int round = 1; round <= rounds; round++)
                for (ReaderVariant contender : chosen)
                    turn(trial, contender, "Round " + round + "/" + rounds + ", " + contender);
        } finally {
            PreparedTables.deleteTree(work);
        }
        if (turns.isEmpty()) return;
        ReadsReport report = new ReadsReport(turns, cacheMib > 0);
        out.printf(
                "%n%,d requests a second, %s%s%n%n%s%n%s",
                perSecond,
                data.words(),
                cacheMib == 0 ? "" : ", hot rows, page cache of " + cacheMib + " MiB",
                report.table(),
                report.targets());
        if (json != null)
            new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(json.toFile(), json(volumeSpec));
    }

    private void turn(ReadsTrial trial, ReaderVariant contender, String title) {
        try {
            turns.computeIfAbsent(contender, none -> new ArrayList<>()).add(trial.run(contender, title));
        } catch (RuntimeException e) {
            // The others may do better.
            console.fail(contender.toString(), e);
        }
        turns.values().removeIf(List::isEmpty);
    }

    private ObjectNode json(VolumeSpec volume) {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode()
                .put("volume", volume.words())
                .put("per_second", perSecond)
                .put("cache_mib", cacheMib);
        ObjectNode results = root.putObject("results");
        turns.forEach((contender, all) -> results.set(contender.id(), mapper.valueToTree(all)));
        return root;
    }
}
