package io.foreread.it.contract;

import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.util.EnumMap;
import java.util.Map;

/** What our readers counted since this was made. */
final class Counts {
    private final ScanRecorder scans = Recorders.SCANS;
    private final Map<Reason, Long> fallbacks = new EnumMap<>(Reason.class);
    private final long fills = scans.fills();
    private final long fillBytes = scans.fillBytes();

    Counts() {
        for (Reason reason : Reason.values()) fallbacks.put(reason, scans.fallbacks(reason));
    }

    long fills() {
        return scans.fills() - fills;
    }

    long fillBytes() {
        return scans.fillBytes() - fillBytes;
    }

    /** Fallbacks by reason, without those that are 0. */
    Map<Reason, Long> fallbacks() {
        Map<Reason, Long> since = new EnumMap<>(Reason.class);
        for (Reason reason : Reason.values()) {
            long count = scans.fallbacks(reason) - fallbacks.get(reason);
            if (count > 0) since.put(reason, count);
        }
        return since;
    }
}
