package io.foreread.it.bench.soak;

import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.Scrape;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Runs load, maintenance and scrapes at the same time, and samples the resources of the first node every ten seconds. */
final class SoakRun {
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int QUIET_TRIES = 30;

    private final SoakRing ring;
    private final int minutes;
    private final Progress progress;
    private final List<String> troubles = new ArrayList<>();

    SoakRun(SoakRing ring, int minutes, Progress progress) {
        this.ring = ring;
        this.minutes = minutes;
        this.progress = progress;
    }

    SoakResult run() {
        ChildJvmNode node = ring.watched();
        List<Sample> samples;
        progress.step(minutes + " minutes of load");
        SoakLoad load = new SoakLoad(node.session());
        SoakScrapes scrapes = new SoakScrapes(node.metricsAddress());
        Chores chores = new Chores(node);
        try (load;
                scrapes;
                chores) {
            samples = watch(node);
        }
        count("requests", load.failed(), load.firstFailure());
        count("scrapes", scrapes.failed(), scrapes.firstFailure());
        chores.failures().forEach(troubles::add);
        ring.errors().forEach(troubles::add);
        progress.done(troubles.isEmpty() ? "done" : troubles.size() + " troubles");
        if (!node.isAlive()) throw new IllegalStateException("the node has ended: " + String.join("; ", troubles));
        Scrape last = whenQuiet(node);
        double failures = last.sum("foreread_probe_failures_total");
        if (failures > 0) troubles.add((long) failures + " failures of Foreread's probes");
        return new SoakResult(
                node.version(),
                samples,
                chores.done(),
                load.answered(),
                scrapes.answered(),
                compactions(node.jmx()),
                (long) last.sum("foreread_fills_total"),
                (long) last.sum("foreread_buffer_used_bytes"),
                troubles);
    }

    private List<Sample> watch(ChildJvmNode node) {
        List<Sample> samples = new ArrayList<>();
        long startNanos = System.nanoTime();
        long endNanos = startNanos + TimeUnit.MINUTES.toNanos(minutes);
        for (long due = startNanos; due <= endNanos; due += PERIOD_NANOS) {
            for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime())
                LockSupport.parkNanos(wait);
            if (!node.isAlive()) break;
            samples.add(Sample.of(node.jmx(), (System.nanoTime() - startNanos) / 1e9));
            progress.at(due - startNanos, endNanos - startNanos);
        }
        return samples;
    }

    private void count(String what, long failed, @Nullable String first) {
        if (failed > 0) troubles.add(failed + " " + what + " failed, the first with " + first);
    }

    /**
     * Waits until no scan uses memory of Foreread's reader, because minor compactions continue for some time after the load.
     *
     * @return the last scrape
     */
    private static Scrape whenQuiet(ChildJvmNode node) {
        Scrape scrape = node.metrics();
        for (int i = 0; i < QUIET_TRIES && scrape.sum("foreread_buffers_used") > 0; i++) {
            LockSupport.parkNanos(1_000_000_000);
            scrape = node.metrics();
        }
        return scrape;
    }

    private static long compactions(NodeJmx jmx) {
        return jmx.<Number>getAttribute(
                        NodeJmx.name("org.apache.cassandra.metrics:type=Compaction,name=TotalCompactionsCompleted"),
                        "Count")
                .longValue();
    }
}
