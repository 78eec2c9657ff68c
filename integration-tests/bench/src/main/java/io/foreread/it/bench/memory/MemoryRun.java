package io.foreread.it.bench.memory;

import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.Scrape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** Runs scans on both nodes, changes settings of the node with the agent, and samples the memory of both every second. */
final class MemoryRun {
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final MemoryNodes nodes;
    private final int minutes;
    private final Progress progress;
    private final List<String> failures = new ArrayList<>();

    MemoryRun(MemoryNodes nodes, int minutes, Progress progress) {
        this.nodes = nodes;
        this.minutes = minutes;
        this.progress = progress;
    }

    MemoryResult run() {
        try (NodeMemory agent = new NodeMemory(nodes.agent());
                NodeMemory stock = new NodeMemory(nodes.stock())) {
            long budgetBytes = agent.budgetBytes();
            ScanLoad load = new ScanLoad(nodes);
            progress.step("making the tables");
            load.prepare(nodes.agent().version());
            progress.done("done");
            ReadAheadChanges changes = new ReadAheadChanges(nodes.agent());
            List<MemorySample> samples;
            try (load;
                    changes) {
                load.start();
                samples = watch(agent, stock);
            }
            failures.addAll(load.failures());
            if (changes.failure() != null) failures.add("a change failed: " + changes.failure());
            failures.addAll(nodes.errors());
            return new MemoryResult(
                    nodes.agent().version().text(), minutes, budgetBytes, samples, work(load, changes), failures);
        }
    }

    private List<MemorySample> watch(NodeMemory agent, NodeMemory stock) {
        List<MemorySample> samples = new ArrayList<>();
        long startNanos = System.nanoTime();
        for (int minute = 1; minute <= minutes; minute++) {
            progress.step("minute " + minute + " of " + minutes);
            int from = samples.size();
            long endNanos = startNanos + minute * MINUTE_NANOS;
            for (long now = System.nanoTime(); now < endNanos; now = System.nanoTime()) {
                samples.add(sample(agent, stock, (now - startNanos) / 1e9));
                progress.at(now + MINUTE_NANOS - endNanos, MINUTE_NANOS);
                NodeCpu.pause(Math.max(0, now + PERIOD_NANOS - System.nanoTime()));
            }
            progress.done(maxima(samples.subList(from, samples.size())));
        }
        return samples;
    }

    private static MemorySample sample(NodeMemory agent, NodeMemory stock, double second) {
        return new MemorySample(
                second,
                agent.usedBytes(),
                stock.usedBytes(),
                agent.heldBytes(),
                agent.cassandraPoolBytes(),
                stock.cassandraPoolBytes());
    }

    private static String maxima(List<MemorySample> samples) {
        return "at most " + MemoryReport.mebibytes(max(samples, MemorySample::agentBytes)) + " MiB with, "
                + MemoryReport.mebibytes(max(samples, MemorySample::stockBytes)) + " MiB without the agent";
    }

    private static long max(List<MemorySample> samples, ToLongFunction<MemorySample> value) {
        return samples.stream().mapToLong(value).max().orElse(0);
    }

    private MemoryWork work(ScanLoad load, ReadAheadChanges changes) {
        Scrape scrape = nodes.agent().metrics();
        Map<String, Long> fallbacks = new TreeMap<>();
        scrape.named("foreread_fallbacks_total", Map.of())
                .forEach(sample -> fallbacks.merge(sample.labels().get("reason"), (long) sample.value(), Long::sum));
        return new MemoryWork(
                load.compactions(),
                load.rewrites(),
                load.scrubs(),
                load.reads(),
                load.failedRequests(),
                (long) scrape.sum("foreread_scans_total", Map.of("reader", "foreread")),
                changes.blockSizes(),
                changes.switches(),
                fallbacks);
    }
}
