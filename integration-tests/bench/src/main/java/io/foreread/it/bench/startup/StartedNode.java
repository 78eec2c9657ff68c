package io.foreread.it.bench.startup;

import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.bench.load.ProcessCpu;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Starts a node, measures it and stops it. */
final class StartedNode {
    private static final String LISTENS = "Starting listening for CQL clients";
    /** The format of timestamps in the log, such as 2026-11-22 08:01:02,345. */
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3}");

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private StartedNode() {}

    /** @param contender a contender of {@link StartupResult} */
    static Start measure(CassandraVersion release, Path storage, String contender, int round) {
        boolean agent = contender.equals(StartupResult.FOREREAD);
        ChildJvmNodeBuilder builder = BenchNode.builder(release, storage).heap("1g", "1g");
        if (agent) builder.agent("");
        ChildJvmNode node = builder.start();
        try {
            NodeCpu.pause(SETTLE_NANOS);
            // The first scrape loads the endpoint, whose cost is part of the agent's cost.
            if (agent) node.metrics();
            return new Start(
                    round,
                    contender,
                    Duration.between(born(node.pid()), listening(node)).toNanos() * 1e-9,
                    ProcessCpu.millis(node.pid()) * 1e-3,
                    residentKib(node.pid()) / 1024.0);
        } finally {
            // A normal shutdown would only write data that is deleted afterwards.
            node.kill();
        }
    }

    private static Instant born(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().startInstant())
                .orElseThrow(() -> new IllegalStateException("the start time of process " + pid + " is not known"));
    }

    private static Instant listening(ChildJvmNode node) {
        String line = node.log().stream()
                .filter(one -> one.contains(LISTENS))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no '" + LISTENS + "' in " + node.logFile()));
        Matcher time = TIME.matcher(line);
        if (!time.find()) throw new IllegalStateException("no time in: " + line);
        return LocalDateTime.parse(time.group(), FORMAT)
                .atZone(ZoneId.systemDefault())
                .toInstant();
    }

    private static long residentKib(long pid) {
        try {
            Matcher resident = RESIDENT.matcher(Files.readString(Path.of("/proc/" + pid + "/status")));
            if (!resident.find()) throw new IllegalStateException("/proc does not contain the resident size");
            return Long.parseLong(resident.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException("process " + pid + " is gone", e);
        }
    }
}
