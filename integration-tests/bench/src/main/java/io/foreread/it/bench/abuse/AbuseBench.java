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
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.EndpointCredentials;
import io.foreread.it.fixture.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
            "Measures the p99 latency of a node's CQL clients while other clients abuse its metrics endpoint: slow",
            "readers, 1,000 idle connections, incomplete requests, floods of headers, bad TLS, wrong passwords, odd",
            "requests, scrapes in a loop. Takes 23 minutes with all defaults. Exit code 1 if scrapes in a loop exceed",
            "their limit.",
            ""
        })
public final class AbuseBench extends BenchCommand<AbuseOptions> {
    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(5);

    @Mixin
    private final ReleaseOption release = new ReleaseOption("5.0");

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "Measured seconds with each abuse, and as many without it. Default: ${DEFAULT-VALUE}")
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
        return new AbuseOptions(release.version(), AbuseOptions.abuses(names, plain), seconds, plain, json.file());
    }

    @Override
    protected boolean measure(AbuseOptions options) throws IOException {
        CassandraVersion version = options.release();
        Path storage = console().runDirectory();
        try {
            PreparedTables.link(
                    PreparedTables.of(
                            version, tables, console().directory(), console().progress()),
                    storage.resolve("data"));
            AbuseResult result = measure(version, storage, options.abuses());
            console()
                    .out()
                    .printf(
                            "%nCassandra %s, %,d reads and writes a second, endpoint %s: p99 of the requests, ms%n%n",
                            version, Requests.PER_SECOND, plain ? "open to everybody" : "with TLS and a password");
            console().out().print(AbuseReport.table(result));
            JsonFile.write(
                    options.json(),
                    AbuseReport.json(result).put("cassandra", version.text()).put("plain", plain));
            return result.keepsLimits();
        } finally {
            PreparedTables.deleteTree(storage);
        }
    }

    private AbuseResult measure(CassandraVersion version, Path storage, List<Abuse> abuses) {
        EndpointCredentials security = EndpointCredentials.in(storage.resolve("endpoint"));
        Progress progress = console().progress();
        progress.step("Cassandra " + version + ": starting");
        ChildJvmNode node = BenchNode.builder(version, storage)
                .agent(plain ? "" : security.agentOptions())
                .start();
        progress.done("started");
        AbusedEndpoint target = new AbusedEndpoint(
                BenchNode.HOST, node.metricsAddress().getPort(), !plain, plain ? null : security.authorization());
        try (RemoteAbusers abusers = RemoteAbusers.of(target);
                Requests requests = new Requests(node.session())) {
            NodeCpu cpu = new NodeCpu(node.pid());
            progress.step("waiting for steady CPU use under load");
            NodeCpu.pause(SETTLE_NANOS);
            cpu.steadyMillisPerSecond(node.jmx());
            progress.done("done");
            progress.step("measuring without and with abuse in turn");
            AbuseResult result = new AbuseMeasurement(requests, abusers, cpu, progress)
                    .run(abuses, seconds / AbuseMeasurement.WINDOW_SECONDS);
            progress.done("done");
            return result;
        } finally {
            // A normal shutdown would only write data that is deleted afterwards.
            node.kill();
        }
    }
}
