package io.foreread.it.bench.reads;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.command.JsonFile;
import io.foreread.it.bench.laboratory.DataOptions;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.NodeTurn;
import io.foreread.it.bench.laboratory.PreparedSSTables;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.VariantOptions;
import io.foreread.it.bench.laboratory.Volume;
import io.foreread.it.bench.laboratory.VolumeOptions;
import io.foreread.it.bench.laboratory.VolumeSpec;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.fixture.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bench reads}. A target that is not met does not change the exit code. */
@Command(
        name = "reads",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Measures whether faster compactions slow down clients: latency and physical bytes of point reads and small",
            "range reads on an emulated cloud volume without other load, and of point reads during a compaction. Nodes",
            "without and with Foreread are measured in turn. Needs root. Takes half an hour with all defaults.",
            ""
        })
public final class ReadsBench extends BenchCommand<ReadsOptions> {
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
            description = "Duration of each kind of request without other load. Default: ${DEFAULT-VALUE}")
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
    private final Map<ReaderVariant, List<ReadsTurn>> turns = new LinkedHashMap<>();

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
                json.file());
    }

    @Override
    protected boolean measure(ReadsOptions options) throws IOException {
        Volume.check(options.volume());
        run(options);
        if (turns.isEmpty()) return true;
        ReadsReport report = new ReadsReport(turns, cacheMib > 0);
        out.printf(
                "%n%,d requests a second, %s%s%n%n%s%n%s",
                perSecond,
                options.data().words(),
                cacheMib == 0 ? "" : ", hot rows, page cache of " + cacheMib + " MiB",
                report.table(),
                report.targets());
        JsonFile.write(options.json(), json(options.volume()));
        return true;
    }

    private void run(ReadsOptions options) {
        DataSpec data = options.data();
        PreparedSSTables prepared = PreparedSSTables.of(data, console().directory(), progress);
        Path work = console().runDirectory();
        out.println("Volume " + options.volume().words());
        try (Volume volume =
                Volume.create(options.volume(), work.resolve("volume"), data.dataMib() * 4L * MIB + 512 * MIB)) {
            prepared.copy(NodeTurn.saved(volume));
            NodeTurn turn =
                    new NodeTurn(volume, data, work.resolve("node"), console().directory(), progress);
            ReadsTrial trial = new ReadsTrial(turn, perSecond, seconds, cacheMib);
            for (int round = 1; round <= options.rounds(); round++)
                for (ReaderVariant contender : options.contenders())
                    turn(trial, contender, "Round " + round + "/" + options.rounds() + ", " + contender);
        } finally {
            PreparedTables.deleteTree(work);
        }
    }

    private void turn(ReadsTrial trial, ReaderVariant contender, String title) {
        try {
            turns.computeIfAbsent(contender, none -> new ArrayList<>()).add(trial.run(contender, title));
        } catch (RuntimeException e) {
            // The benchmark continues with the other contenders.
            console().fail(contender.toString(), e);
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
