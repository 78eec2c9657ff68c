package io.foreread.it.contract;

import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reader;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** The increase of Foreread's counters since the creation of this object. */
final class Counts {
    private final ScanRecorder scans = Recorders.SCANS;
    private final Map<Reason, Long> fallbacks = new EnumMap<>(Reason.class);
    private final Map<String, Long> opened = opened(scans);
    private final long fills = scans.fills();
    private final long fillBytes = scans.fillBytes();
    private final long chunksServed = scans.chunksServed();

    Counts() {
        for (Reason reason : Reason.values()) fallbacks.put(reason, scans.fallbacks(reason));
    }

    long fills() {
        return scans.fills() - fills;
    }

    long fillBytes() {
        return scans.fillBytes() - fillBytes;
    }

    long chunksServed() {
        return scans.chunksServed() - chunksServed;
    }

    /** The number of scans by reader and pattern, such as {@code stock full}, without zeros. */
    Map<String, Long> opened() {
        Map<String, Long> since = opened(scans);
        since.replaceAll((scan, count) -> count - opened.get(scan));
        since.values().removeIf(count -> count == 0);
        return since;
    }

    private static Map<String, Long> opened(ScanRecorder scans) {
        Map<String, Long> counts = new TreeMap<>();
        for (Reader reader : Reader.values())
            for (Pattern pattern : Pattern.values())
                counts.put(reader.label() + " " + pattern.label(), scans.scans(reader, pattern));
        return counts;
    }

    /** The number of fallbacks by reason, without zeros. */
    Map<Reason, Long> fallbacks() {
        Map<Reason, Long> since = new EnumMap<>(Reason.class);
        for (Reason reason : Reason.values()) {
            long count = scans.fallbacks(reason) - fallbacks.get(reason);
            if (count > 0) since.put(reason, count);
        }
        return since;
    }
}
