package io.foreread.it.bench.abuse;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.bench.load.Latencies;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.bench.load.Numbers;
import io.foreread.it.bench.load.Requests;
import io.foreread.it.fixture.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures a node under load. In each round, every abuse has one window without and one with the abuse, so that other
 * activity on the machine affects all abuses equally.
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

    private record Window(Latencies latencies, double cpuMillisPerSecond) {}

    /** The windows of one abuse in all rounds. */
    private static final class Windows {
        final List<Window> quiet = new ArrayList<>();
        final List<Window> abused = new ArrayList<>();
        long actions;
    }

    AbuseResult run(List<Abuse> abuses, int rounds) {
        // The first round is not measured, because the JVMs have not compiled the code yet.
        for (Abuse abuse : abuses) round(abuse, new Windows(), 0.5);
        Map<Abuse, Windows> all = new LinkedHashMap<>();
        for (Abuse abuse : abuses) all.put(abuse, new Windows());
        for (int i = 0; i < rounds; i++) {
            for (Map.Entry<Abuse, Windows> entry : all.entrySet()) {
                round(entry.getKey(), entry.getValue(), 1);
                progress.at((long) i * abuses.size() + abuses.indexOf(entry.getKey()), (long) rounds * abuses.size());
            }
        }
        List<AbuseMeasured> measured = new ArrayList<>();
        List<Window> quiet = new ArrayList<>();
        all.forEach((abuse, windows) -> {
            measured.add(new AbuseMeasured(
                    abuse,
                    side(windows.quiet),
                    side(windows.abused),
                    (double) windows.actions / (rounds * WINDOW_SECONDS)));
            quiet.addAll(windows.quiet);
        });
        return new AbuseResult(measured, side(half(quiet, 0)), side(half(quiet, 1)));
    }

    /** @param part the fraction of the usual length that each window has */
    private void round(Abuse abuse, Windows windows, double part) {
        windows.quiet.add(window(part));
        abusers.start(abuse);
        NodeCpu.pause(CHANGE_NANOS);
        windows.abused.add(window(part));
        windows.actions += abusers.stop();
        NodeCpu.pause(CHANGE_NANOS);
    }

    private Window window(double part) {
        Latencies latencies = new Latencies();
        requests.timeIn(latencies);
        double perSecond = cpu.perNano((long) (WINDOW_NANOS * part)) * 1000;
        requests.timeIn(new Latencies());
        return new Window(latencies, perSecond);
    }

    private static List<Window> half(List<Window> windows, int which) {
        List<Window> half = new ArrayList<>();
        for (int i = which; i < windows.size(); i += 2) half.add(windows.get(i));
        return half;
    }

    private static AbuseMeasured.Side side(List<Window> windows) {
        return AbuseMeasured.Side.of(
                Latencies.together(windows.stream().map(Window::latencies).toList()),
                Numbers.median(
                        windows.stream().mapToDouble(Window::cpuMillisPerSecond).toArray()));
    }
}
