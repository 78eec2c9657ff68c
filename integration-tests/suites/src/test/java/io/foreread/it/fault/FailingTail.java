package io.foreread.it.fault;

import io.foreread.it.fixture.LoopVolume;
import io.foreread.it.fixture.PageCache;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A device on which reads of the last part fail until it is repaired. The image file of the loop device is truncated,
 * and the kernel returns an I/O error for a read beyond its end. Cached pages stay readable.
 */
final class FailingTail {
    private static final int BLOCK_BYTES = 4096;
    /** A line of filefrag: extent number, logical range and physical range, both in blocks. */
    private static final Pattern EXTENT =
            Pattern.compile("(?m)^\\s*\\d+:\\s+\\d+\\.\\.\\s*\\d+:\\s+(\\d+)\\.\\.\\s*(\\d+):");

    private final Path image;
    private final long cutAt;
    private final ByteBuffer tail;

    private FailingTail(Path image, long cutAt, ByteBuffer tail) {
        this.image = image;
        this.cutAt = cutAt;
        this.tail = tail;
    }

    /**
     * Fails reads of the device from the middle of the last extent of the file to the end of the device. Evicts the
     * pages of the file.
     */
    static FailingTail fromTheMiddleOf(Path file, LoopVolume volume) throws IOException {
        Shell.run("sync", "-f", file.toString());
        long cutAt = lastExtentMiddle(file) * BLOCK_BYTES;
        try (FileChannel image = FileChannel.open(volume.image(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer tail = ByteBuffer.allocate(Math.toIntExact(image.size() - cutAt));
            while (tail.hasRemaining() && image.read(tail, cutAt + tail.position()) >= 0) {}
            image.truncate(cutAt);
            PageCache.drop(List.of(file));
            return new FailingTail(volume.image(), cutAt, tail.flip());
        }
    }

    private static long lastExtentMiddle(Path file) {
        MatchResult last = EXTENT.matcher(Shell.run("filefrag", "-e", "-b" + BLOCK_BYTES, file.toString()))
                .results()
                .reduce((one, next) -> next)
                .orElseThrow(() -> new IllegalStateException("no extents of " + file));
        return (Long.parseLong(last.group(1)) + Long.parseLong(last.group(2))) / 2;
    }

    /** Repairs the device with its original content. */
    void repair() throws IOException {
        try (FileChannel channel = FileChannel.open(image, StandardOpenOption.WRITE)) {
            while (tail.hasRemaining()) channel.write(tail, cutAt + tail.position());
        }
    }
}
