package io.foreread.it.bench.abuse;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.bench.comparison.Rotation;
import io.foreread.it.bench.load.Latencies;
import io.foreread.it.bench.load.LatencyPair;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.bench.load.RequestLatency;
import io.foreread.it.bench.load.Requests;
import io.foreread.it.fixture.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures a node under load. In each round, every abuse has one window without and one with the abuse, so that other
 * activity on the machine affects all abuses equally. The order of the abuses rotates, and that of the two windows
 * alternates.
 */
final class AbuseMeasurement {
    static final int WINDOW_SECONDS = 5;
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(WINDOW_SECONDS);
    /** The time for abusers to connect or disconnect, which is not measured. */
    private static final long CHANGE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Requests requests;
    private final RemoteAbusers abusers;
    private final NodeCpu cpu;
    private final Progress progress;

    AbuseMeasurement(Requests requests, RemoteAbusers abusers, NodeCpu cpu, Progress progress) {
        this.requests = requests;
        this.abusers = abusers;
        this.cpu = cpu;
        this.progress = progress;
    }

    private record Window(RequestLatency latency, double cpuMillisPerSecond, long actions) {}

    List<AbuseRound> run(List<Abuse> abuses, int rounds) {
        // These windows are not measured, because the JVMs have not compiled the code yet.
        for (Abuse abuse : abuses) {
            quiet(WINDOW_NANOS / 2);
            abused(abuse, WINDOW_NANOS / 2);
        }
        List<AbuseRound> measured = new ArrayList<>();
        for (int round = 1; round <= rounds; round++)
            for (Abuse abuse : Rotation.of(abuses, round)) {
                measured.add(round(abuse, round));
                progress.at(measured.size(), (long) rounds * abuses.size());
            }
        return measured;
    }

    private AbuseRound round(Abuse abuse, int round) {
        boolean quietFirst = round % 2 == 1;
        Window first = quietFirst ? quiet(WINDOW_NANOS) : abused(abuse, WINDOW_NANOS);
        Window second = quietFirst ? abused(abuse, WINDOW_NANOS) : quiet(WINDOW_NANOS);
        Window quiet = quietFirst ? first : second;
        Window abused = quietFirst ? second : first;
        return new AbuseRound(
                round,
                abuse.word(),
                new LatencyPair(quiet.latency, abused.latency),
                quiet.cpuMillisPerSecond,
                abused.cpuMillisPerSecond,
                abused.actions);
    }

    private Window abused(Abuse abuse, long nanos) {
        abusers.start(abuse);
        NodeCpu.pause(CHANGE_NANOS);
        Window window = quiet(nanos);
        long actions = abusers.stop();
        NodeCpu.pause(CHANGE_NANOS);
        return new Window(window.latency, window.cpuMillisPerSecond, actions);
    }

    private Window quiet(long nanos) {
        Latencies latencies = new Latencies();
        requests.timeIn(latencies);
        double cpuMillisPerSecond = cpu.perNano(nanos) * 1000;
        requests.timeIn(new Latencies());
        return new Window(latencies.quantiles(), cpuMillisPerSecond, 0);
    }
}
