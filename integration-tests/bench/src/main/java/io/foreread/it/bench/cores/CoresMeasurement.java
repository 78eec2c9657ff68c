package io.foreread.it.bench.cores;

import io.foreread.it.bench.comparison.Rotation;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.bench.load.RequestWindow;
import io.foreread.it.bench.load.Requests;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.Scrape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Measures a node that compacts under load. In each round, each value of the setting has one window. */
final class CoresMeasurement {
    static final int WINDOW_SECONDS = 10;
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(WINDOW_SECONDS);
    /** The time in which a running writer notices the new value and {@code auto} finds idle cores, which is not measured. */
    private static final long CHANGE_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final double MIB = 1 << 20;

    private final ChildJvmNode node;
    private final CoresSetting setting;
    private final Requests requests;
    private final NodeCpu cpu;
    private final Progress progress;

    CoresMeasurement(ChildJvmNode node, CoresSetting setting, Requests requests, NodeCpu cpu, Progress progress) {
        this.node = node;
        this.setting = setting;
        this.requests = requests;
        this.cpu = cpu;
        this.progress = progress;
    }

    List<CoresWindow> run(int rounds) {
        List<CoresWindow> measured = new ArrayList<>();
        for (int round = 1; round <= rounds; round++)
            for (String value : Rotation.inBothDirections(CoresSetting.VALUES, round)) {
                measured.add(window(round, value));
                progress.at(measured.size(), (long) rounds * CoresSetting.VALUES.size());
            }
        return measured;
    }

    private CoresWindow window(int round, String value) {
        node.jmx().setAttribute(NodeJmx.READ_AHEAD, setting.attribute(), value);
        NodeCpu.pause(CHANGE_NANOS);
        // A scrape costs the node CPU time, so that it is outside of the measured time.
        Scrape before = node.metrics();
        long beforeNanos = System.nanoTime();
        HostCpu host = HostCpu.now();
        RequestWindow window = requests.begin();
        double nodeCores = cpu.perNano(WINDOW_NANOS);
        window.end();
        double busyCores = host.busyCoresUntilNow();
        Scrape after = node.metrics();
        long scrapedNanos = System.nanoTime() - beforeNanos;
        return new CoresWindow(
                round,
                setting.with(value),
                window.quantiles(),
                nodeCores,
                busyCores,
                inWindow(after.sum(setting.chunksAhead()) - before.sum(setting.chunksAhead()), scrapedNanos),
                inWindow((compactedBytes(after) - compactedBytes(before)) / MIB, scrapedNanos));
    }

    /**
     * The increase of a counter in the duration of a window.
     *
     * @param increase the increase between two scrapes
     * @param nanos the time between the scrapes, which is longer than the window
     */
    static double inWindow(double increase, long nanos) {
        return increase * WINDOW_NANOS / nanos;
    }

    private static double compactedBytes(Scrape scrape) {
        return scrape.sum(
                "cassandra_sstable_read_size_bytes_sum", Map.of("activity", "compaction", "component", "Data"));
    }
}
