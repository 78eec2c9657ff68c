package io.foreread.it.contract;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.Recorders;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** How a scan of a whole sstable gets its chunks. */
enum Way {
    ALONE(ReadAhead.Mode.OFF, 0),
    /** Another thread decompresses them. */
    AHEAD(ReadAhead.Mode.ON, 20),
    /** Another thread decompresses them by fits and starts, as spare cores come and go. */
    BY_FITS(ReadAhead.Mode.AUTO, 60),
    /** Past the page cache, and ahead too. */
    DIRECT(ReadAhead.Mode.OFF, 20);

    private static final int FIT = 3;

    private final ReadAhead.Mode decompressAhead;
    /** That a file must have for a scan of it to be sure to go this way. */
    final int leastChunks;

    Way(ReadAhead.Mode decompressAhead, int leastChunks) {
        this.decompressAhead = decompressAhead;
        this.leastChunks = leastChunks;
    }

    static List<Way> all(boolean directPossible) {
        List<Way> ways = new ArrayList<>(List.of(ALONE, AHEAD, BY_FITS));
        if (directPossible) ways.add(DIRECT);
        return ways;
    }

    /** By itself only what has shown to be slow to decompress goes ahead, and Deflate is sure to. */
    boolean suits(SstableFile file) {
        return this != BY_FITS || (file.name().startsWith("deflate") && file.chunkCount() >= leastChunks);
    }

    /** Until the next case. */
    void choose() {
        ReadAhead.instance().decompressAhead(decompressAhead);
        ReadAhead.instance().directIo(this == DIRECT);
        AtomicInteger asked = new AtomicInteger();
        ReadAhead.instance().spareCores(() -> this == BY_FITS && asked.incrementAndGet() % FIT != 0);
    }

    /** What it counts, so that a case can see that it was gone. */
    long used() {
        return this == DIRECT ? Recorders.SCANS.directFillBytes() : Recorders.SCANS.chunksAhead();
    }
}
