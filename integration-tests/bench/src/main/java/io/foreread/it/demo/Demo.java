package io.foreread.it.demo;

import io.foreread.it.bench.command.JsonFile;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.NodeStartException;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.PrometheusServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Runs {@code ./demo}. Exit code 0: all rows were equal; 1: rows differed, or something failed; 2: an option is wrong.
 *
 * <p>The script passes two system properties: {@code foreread.demo.directory}, the directory for the demo's files, and
 * {@code foreread.demo.terminal}, whether the output is a terminal.
 */
@Command(
        name = "./demo",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Starts a real Cassandra node with the Foreread agent, writes data, compacts it twice without and twice with",
            "read-ahead, compares every row, and shows the cost for the disk and the JVM. Removes all its files.",
            ""
        })
public final class Demo implements Callable<Integer> {
    private static final Set<String> DISK_ACCESS_MODES =
            new TreeSet<>(Set.of("auto", "mmap", "mmap_index_only", "standard", "legacy"));

    @Option(
            names = "--cassandra",
            paramLabel = "VERSION",
            defaultValue = "4.1",
            description =
                    "A line (3.11, 4.0, 4.1, 5.0, 6.0) for its newest release, or a release. Default: ${DEFAULT-VALUE}")
    private String cassandra;

    @Option(
            names = "--disk-access-mode",
            paramLabel = "MODE",
            description =
                    "auto, mmap, mmap_index_only, standard or, on 5.0, legacy. Default: Cassandra's (mmap before 5.0)")
    private @Nullable String diskAccessMode;

    @Option(
            names = "--data-mb",
            paramLabel = "MB",
            defaultValue = "320",
            description = "MiB of payload to write, at least 8. Default: ${DEFAULT-VALUE}")
    private int dataMib;

    @Option(
            names = "--readahead-kb",
            paramLabel = "KB",
            description =
                    "Put the data on a loop device with this kernel readahead, a multiple of 4; 4 is usual for volumes"
                            + " that are tuned for point reads. Needs root")
    private @Nullable Integer readAheadKib;

    @Option(names = "--keep", description = "Keep the node and its endpoint running until Enter or Ctrl-C")
    private boolean keep;

    @Option(
            names = "--grafana",
            description = "Like --keep. Also continue the load, and start Prometheus (if it is installed)"
                    + " and Grafana with the dashboards (if Docker has Grafana's image or can pull it)")
    private boolean grafana;

    @Mixin
    private final JsonFile json = new JsonFile();

    /** picocli reads this field. */
    @SuppressWarnings("UnusedVariable")
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help")
    private boolean help;

    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    public static void main(String[] args) {
        System.exit(new CommandLine(new Demo()).execute(args));
    }

    @Override
    public Integer call() {
        DemoOptions options = options();
        out.println("Foreread demo: Cassandra " + options.version());
        if (grafana && !PrometheusServer.installed())
            out.println("Without Prometheus: " + Monitoring.PROMETHEUS_MISSING);
        try (Cleanup cleanup = new Cleanup(out)) {
            cleanup.add(() -> PreparedTables.deleteTree(options.directory()));
            Progress progress = new Progress(out, Boolean.getBoolean("foreread.demo.terminal"));
            try {
                DemoRun run = new DemoRun(options, progress, cleanup);
                DemoResult result = run.run();
                out.print(Report.of(result));
                json.file().ifPresent(file -> JsonReport.write(result, options, file));
                if (options.keep()) new KeptNode(run, options, out, progress, cleanup).untilEnter();
                else out.println("Metrics were at " + result.metrics() + "; --keep keeps the node running.");
                return result.rowsEqual() ? 0 : 1;
            } catch (RuntimeException e) {
                if (!cleanup.interrupted()) fail(e, options);
                return 1;
            }
        }
    }

    private DemoOptions options() {
        try {
            json.file();
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
        if (dataMib < 8) throw wrong("--data-mb: " + dataMib + " is too little to measure; give 8 or more");
        if (readAheadKib != null && (readAheadKib < 4 || readAheadKib % 4 != 0))
            throw wrong("--readahead-kb: " + readAheadKib + " is not a multiple of 4");
        if (diskAccessMode != null && !DISK_ACCESS_MODES.contains(diskAccessMode))
            throw wrong("--disk-access-mode: " + diskAccessMode + " is none of " + DISK_ACCESS_MODES);
        Path base = Path.of(System.getProperty("foreread.demo.directory", "integration-tests/bench/target/demo"));
        return new DemoOptions(
                version(),
                diskAccessMode,
                dataMib,
                readAheadKib == null ? OptionalInt.empty() : OptionalInt.of(readAheadKib),
                keep || grafana,
                grafana,
                base.toAbsolutePath().resolve("run-" + ProcessHandle.current().pid()));
    }

    private CassandraVersion version() {
        try {
            return CassandraRelease.lines().contains(cassandra)
                    ? CassandraRelease.newestOf(cassandra).version()
                    : CassandraVersion.of(cassandra);
        } catch (IllegalArgumentException e) {
            throw wrong(
                    "--cassandra: " + e.getMessage() + ", or a line: " + String.join(", ", CassandraRelease.lines()));
        }
    }

    private CommandLine.ParameterException wrong(@Nullable String message) {
        return new CommandLine.ParameterException(new CommandLine(this), message);
    }

    /** Prints the reason of the failure and keeps the log of the node. */
    private void fail(RuntimeException e, DemoOptions options) {
        Path log = options.directory().resolve("node/logs");
        out.println();
        out.println("The demo failed: " + (e instanceof NodeStartException start ? start.summary() : e.getMessage()));
        if (!Files.isDirectory(log)) return;
        Path kept = options.directory()
                .resolveSibling("failed-" + ProcessHandle.current().pid());
        try {
            Files.move(log, kept);
            out.println("The node's log is kept in " + kept + "; search it for ERROR, then run ./demo again.");
        } catch (IOException moving) {
            out.println("The node's log could not be kept: " + moving);
        }
    }
}
