package io.foreread.it.contract;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.Recorders;
import java.util.ArrayList;
import java.util.List;

/** How a scan of a whole sstable gets its chunks. */
enum Way {
    ALONE,
    /** Another thread decompresses them. */
    AHEAD,
    /** Past the page cache, and ahead too. */
    DIRECT;

    static List<Way> all(boolean directPossible) {
        List<Way> ways = new ArrayList<>(List.of(ALONE, AHEAD));
        if (directPossible) ways.add(DIRECT);
        return ways;
    }

    /** Until the next case. */
    void choose() {
        ReadAhead.instance().decompressAhead(this == AHEAD ? ReadAhead.Mode.ON : ReadAhead.Mode.OFF);
        ReadAhead.instance().directIo(this == DIRECT);
    }

    /** What it counts, so that a case can see that it was gone. */
    long used() {
        return this == DIRECT ? Recorders.SCANS.directFillBytes() : Recorders.SCANS.chunksAhead();
    }
}
