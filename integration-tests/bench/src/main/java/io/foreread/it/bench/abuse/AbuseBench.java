package io.foreread.it.bench.abuse;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.abuse.AbusedEndpoint;
import io.foreread.it.bench.command.BenchCommand;
import io.foreread.it.bench.command.JsonFile;
import io.foreread.it.bench.command.ReleaseOption;
import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.bench.load.Requests;
import io.foreread.it.bench.results.BenchTables;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.EndpointCredentials;
import io.foreread.it.fixture.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bench abuse}. Only the abuse by scrapes in a loop has a limit. */
@Command(
        name = "abuse",
        sortOptions = false,
        usageHelpWidth = 110,
        description = {
            "Measures the latency (p99 and p99.9) of a node's CQL clients while other clients abuse its metrics endpoint:",
            "slow readers, 1,000 idle connections, incomplete requests, floods of headers, bad TLS, wrong passwords, odd",
            "requests, scrapes in a loop. The clients run on the machine of the node, so scrapes in a loop are also",
            "measured with a server in the process of the clients, which sends a recorded response of the node (control).",
            "Takes 40 minutes with all defaults. Exit code 1 if scrapes in a loop exceed their limit.",
            ""
        })
public final class AbuseBench extends BenchCommand<AbuseOptions> {
    public static final BenchTables<?> TABLES = new BenchTables<>(
            AbuseResult.class,
            Map.of(
                    "latencies", AbuseReport::latencyTable,
                    "controls", AbuseReport::controlTable,
                    "cpu", AbuseReport::cpuTable,
                    "limits", AbuseReport::limitTable),
            AbuseReport::limits);

    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(5);
    /**
     * A node has been scraped for days before it is abused. Without these scrapes, the JIT compiler of the new node would use
     * more CPU time in the windows with an abuse than the endpoint.
     */
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(90);
    /** For the code of the recorded endpoint. That of the clients is already compiled. */
    private static final long RECORDED_WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(30);

    @Mixin
    private final ReleaseOption release = new ReleaseOption("5.0");

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "Measured seconds with each abuse, and as many without it and in its control."
                    + " Default: ${DEFAULT-VALUE}")
    private int seconds;

    @Option(
            names = "--abuses",
            paramLabel = "NAME,...",
            split = ",",
            description = "Abuses to measure, such as slow-readers or bad-tls. Default: all")
    private List<String> names = List.of();

    @Option(
            names = "--plain",
            description = "Use an endpoint without TLS and password. By default the endpoint has both, and each of them"
                    + " costs the node CPU time")
    private boolean plain;

    @Option(
            names = "--tables",
            paramLabel = "N",
            defaultValue = "200",
            description = "Number of user tables of the node. Default: ${DEFAULT-VALUE}")
    private int tables;

    @Mixin
    private final JsonFile json = new JsonFile();

    @Override
    protected AbuseOptions options() {
        return new AbuseOptions(release.version(), AbuseOptions.abuses(names, plain), seconds, plain, json.results());
    }

    @Override
    protected boolean measure(AbuseOptions options) {
        CassandraVersion version = options.release();
        Path storage = console().runDirectory();
        try {
            PreparedTables.link(
                    PreparedTables.of(
                            version, tables, console().directory(), console().progress()),
                    storage.resolve("data"));
            AbuseResult result = new AbuseResult(
                    plain,
                    Requests.PER_SECOND,
                    AbuseMeasurement.WINDOW_SECONDS,
                    Runtime.getRuntime().availableProcessors(),
                    measure(version, storage, options.abuses()));
            console()
                    .out()
                    .printf(
                            "%nCassandra %s, %,d reads and writes a second, endpoint %s%n%n%s",
                            version,
                            Requests.PER_SECOND,
                            plain ? "open to everybody" : "with TLS and a password",
                            AbuseReport.text(result));
            options.results().write(List.of(version), result);
            return AbuseReport.keepsLimits(result);
        } finally {
            PreparedTables.deleteTree(storage);
        }
    }

    private List<AbuseRound> measure(CassandraVersion version, Path storage, List<Abuse> abuses) {
        EndpointCredentials security = EndpointCredentials.in(storage.resolve("endpoint"));
        Progress progress = console().progress();
        progress.step("Cassandra " + version + ": starting");
        ChildJvmNode node = BenchNode.builder(version, storage)
                .agent(plain ? "" : security.agentOptions())
                .start();
        progress.done("started");
        AbusedEndpoint target = new AbusedEndpoint(
                BenchNode.HOST, node.metricsAddress().getPort(), !plain, plain ? null : security.authorization());
        try (RemoteAbusers abusers = RemoteAbusers.of(target, security);
                Requests requests = new Requests(node.session())) {
            NodeCpu cpu = new NodeCpu(node.pid());
            progress.step("waiting for steady CPU use under load");
            NodeCpu.pause(SETTLE_NANOS);
            progress.whileRunning(() -> cpu.steadyMillisPerSecond(node.jmx()));
            progress.done("done");
            progress.step("scraping, so that the code of the endpoint is compiled");
            long scrapes = abusers.warmUp(WARM_UP_NANOS);
            progress.done(String.format(Locale.ROOT, "%,d scrapes", scrapes));
            if (abuses.stream().anyMatch(AbuseMeasurement::hasControl)) {
                progress.step("scraping a recorded response");
                long recorded = abusers.record(RECORDED_WARM_UP_NANOS);
                progress.done(String.format(Locale.ROOT, "%,d scrapes", recorded));
            }
            progress.step("measuring without and with abuse in turn");
            List<AbuseRound> rounds = new AbuseMeasurement(requests, abusers, cpu, progress)
                    .run(abuses, seconds / AbuseMeasurement.WINDOW_SECONDS);
            progress.done("done");
            return rounds;
        } finally {
            // A normal shutdown would only write data that is deleted afterwards.
            node.kill();
        }
    }
}
