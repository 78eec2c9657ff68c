package io.foreread.it.contract;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.Recorders;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** How a full scan gets its chunks. */
enum ReadPath {
    INLINE(ReadAhead.Mode.OFF, 0),
    /** Another thread decompresses them. */
    AHEAD(ReadAhead.Mode.ON, 20),
    /** Another thread decompresses some of them, because the number of spare cores changes. */
    PARTLY_AHEAD(ReadAhead.Mode.AUTO, 60),
    /** The scan reads with direct I/O, and another thread decompresses the chunks. */
    DIRECT(ReadAhead.Mode.OFF, 20);

    private static final int FIT = 3;

    private final ReadAhead.Mode decompressAhead;
    /** The minimum number of chunks for which a scan always reads in this way. */
    final int minChunks;

    ReadPath(ReadAhead.Mode decompressAhead, int minChunks) {
        this.decompressAhead = decompressAhead;
        this.minChunks = minChunks;
    }

    static List<ReadPath> all(boolean directPossible) {
        List<ReadPath> paths = new ArrayList<>(List.of(INLINE, AHEAD, PARTLY_AHEAD));
        if (directPossible) paths.add(DIRECT);
        return paths;
    }

    /**
     * Whether the file can be read in this way. In mode auto only chunks that are slow to decompress are decompressed
     * ahead, and those of Deflate always are slow.
     */
    boolean suits(SstableFile file) {
        return this != PARTLY_AHEAD || (file.name().startsWith("deflate") && file.chunkCount() >= minChunks);
    }

    /** Sets the mode of the scans until the next case. */
    void choose() {
        ReadAhead.instance().decompressAhead(decompressAhead);
        ReadAhead.instance().directIo(this == DIRECT);
        AtomicInteger asked = new AtomicInteger();
        ReadAhead.instance().spareCores(() -> this == PARTLY_AHEAD && asked.incrementAndGet() % FIT != 0);
    }

    /** The counter that increases when a scan reads in this way. */
    long used() {
        return this == DIRECT ? Recorders.SCANS.directFillBytes() : Recorders.SCANS.chunksAhead();
    }
}
