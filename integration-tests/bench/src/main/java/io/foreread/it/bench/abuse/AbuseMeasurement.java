package io.foreread.it.bench.abuse;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.bench.comparison.Rotation;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.bench.load.RequestWindow;
import io.foreread.it.bench.load.Requests;
import io.foreread.it.fixture.Progress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures a node under load. In each round, every abuse has one window without and one with the abuse, and scrapes in a
 * loop also have a control, so that other activity on the machine affects all abuses equally. The order of the abuses
 * rotates, and so does that of the windows.
 */
final class AbuseMeasurement {
    static final int WINDOW_SECONDS = 5;
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(WINDOW_SECONDS);
    /** The time for abusers to connect, which is not measured. */
    private static final long CHANGE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /**
     * The same time for scrapes in a loop. The endpoint increases the pause between two renderings up to 4 s. Until then,
     * it serves more scrapes than the {@link RecordedEndpoint}.
     */
    private static final long CONTROLLED_CHANGE_NANOS = TimeUnit.SECONDS.toNanos(10);
    /**
     * The time for the endpoint to end its work for abusers that have disconnected, which is not measured. A scrape that
     * waits for a rendering is rendered up to 5 s later, even if its client is gone.
     */
    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** The same time for scrapes in a loop, one of which leaves the queue of their address in each second. */
    private static final long QUEUE_END_NANOS = TimeUnit.SECONDS.toNanos(Abuse.SCRAPE_LOOPS.clients()) + END_NANOS;

    private final Requests requests;
    private final RemoteAbusers abusers;
    private final NodeCpu cpu;
    private final Progress progress;

    private enum Kind {
        QUIET,
        CONTROL,
        ABUSED
    }

    AbuseMeasurement(Requests requests, RemoteAbusers abusers, NodeCpu cpu, Progress progress) {
        this.requests = requests;
        this.abusers = abusers;
        this.cpu = cpu;
        this.progress = progress;
    }

    /**
     * Whether an abuse has a window in which the abusers use a {@link RecordedEndpoint}. It responds to scrapes with the
     * correct password only.
     */
    static boolean hasControl(Abuse abuse) {
        return abuse == Abuse.SCRAPE_LOOPS;
    }

    private static List<Kind> kinds(Abuse abuse) {
        return hasControl(abuse) ? List.of(Kind.QUIET, Kind.CONTROL, Kind.ABUSED) : List.of(Kind.QUIET, Kind.ABUSED);
    }

    List<AbuseRound> run(List<Abuse> abuses, int rounds) {
        // These windows are not measured, because the JVMs have not compiled the code yet.
        for (Abuse abuse : abuses) for (Kind kind : kinds(abuse)) window(kind, abuse, WINDOW_NANOS / 2);
        List<AbuseRound> measured = new ArrayList<>();
        for (int round = 1; round <= rounds; round++)
            for (Abuse abuse : Rotation.of(abuses, round)) {
                measured.add(round(abuse, round));
                progress.at(measured.size(), (long) rounds * abuses.size());
            }
        return measured;
    }

    private AbuseRound round(Abuse abuse, int round) {
        Map<Kind, AbuseWindow> windows = new EnumMap<>(Kind.class);
        for (Kind kind : Rotation.inBothDirections(kinds(abuse), round))
            windows.put(kind, window(kind, abuse, WINDOW_NANOS));
        return new AbuseRound(
                round,
                abuse.word(),
                Objects.requireNonNull(windows.get(Kind.QUIET)),
                windows.get(Kind.CONTROL),
                Objects.requireNonNull(windows.get(Kind.ABUSED)));
    }

    private AbuseWindow window(Kind kind, Abuse abuse, long nanos) {
        if (kind == Kind.QUIET) return measure(nanos, () -> 0);
        abusers.start(abuse, kind == Kind.CONTROL);
        NodeCpu.pause(hasControl(abuse) ? CONTROLLED_CHANGE_NANOS : CHANGE_NANOS);
        long actionsBefore = abusers.actions();
        AbuseWindow window = measure(nanos, () -> abusers.actions() - actionsBefore);
        abusers.stop();
        NodeCpu.pause(hasControl(abuse) && kind == Kind.ABUSED ? QUEUE_END_NANOS : END_NANOS);
        return window;
    }

    /** @param actions the completed actions since the begin of the window; called at its end, before the last responses */
    private AbuseWindow measure(long nanos, LongSupplier actions) {
        RequestWindow window = requests.begin();
        double cpuMillisPerSecond = cpu.perNano(nanos) * 1000;
        window.end();
        long completed = actions.getAsLong();
        return new AbuseWindow(window.quantiles(), cpuMillisPerSecond, completed);
    }
}
