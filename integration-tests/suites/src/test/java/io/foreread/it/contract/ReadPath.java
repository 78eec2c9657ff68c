package io.foreread.it.contract;

import com.google.common.collect.ImmutableList;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.Recorders;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** How a full scan gets its chunks. */
enum ReadPath {
    INLINE(ReadAhead.Mode.OFF, 0),
    /** Another thread decompresses the chunks. */
    AHEAD(ReadAhead.Mode.ON, 20),
    /** Another thread decompresses some of the chunks: a spare core is available for two of three requests. */
    PARTLY_AHEAD(ReadAhead.Mode.AUTO, 60),
    /** The scan reads with direct I/O, and another thread decompresses the chunks. */
    DIRECT(ReadAhead.Mode.OFF, 20);

    /** One of this many requests for a spare core is refused. */
    private static final int REFUSED_EVERY = 3;

    private final ReadAhead.Mode decompressAhead;
    /** A scan of a file with at least this number of chunks uses this path if a thread is available. */
    final int minChunks;

    ReadPath(ReadAhead.Mode decompressAhead, int minChunks) {
        this.decompressAhead = decompressAhead;
        this.minChunks = minChunks;
    }

    static List<ReadPath> all(boolean directPossible) {
        List<ReadPath> paths = new ArrayList<>(ImmutableList.of(INLINE, AHEAD, PARTLY_AHEAD));
        if (directPossible) paths.add(DIRECT);
        return paths;
    }

    /**
     * Whether a scan of the file can use this path. {@code decompress-ahead: auto} applies only to chunks that are slow
     * to decompress, which chunks of Deflate always are. Nothing is decompressed in an uncompressed file.
     */
    boolean suits(SstableFile file) {
        if (!file.compressed()) return this == INLINE || this == DIRECT;
        return this != PARTLY_AHEAD || (file.name().startsWith("deflate") && file.chunkCount() >= minChunks);
    }

    /** Makes scans use this path until the next case. */
    void choose() {
        ReadAhead.instance().decompressAhead(decompressAhead);
        ReadAhead.instance().directIo(this == DIRECT);
        AtomicInteger requests = new AtomicInteger();
        ReadAhead.instance().spareCores(() -> this == PARTLY_AHEAD && requests.incrementAndGet() % REFUSED_EVERY != 0);
    }

    /** The value of the counter that increases when a scan uses this path. */
    long used() {
        return this == DIRECT ? Recorders.SCANS.directFillBytes() : Recorders.SCANS.chunksAhead();
    }
}
