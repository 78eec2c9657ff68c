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
 * A device that answers reads of its tail with an I/O error, until it is healed: the image below the loop device is cut,
 * and the kernel knows no other answer to a read beyond its end. What is in the page cache stays readable.
 */
final class FailingTail {
    private static final int BLOCK_BYTES = 4096;
    /** filefrag's lines: number, logical range, physical range in blocks. */
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

    /** From the middle of the file on, whose pages are dropped; and of all that lies behind it. */
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

    /** The device is well again, with every byte it had. */
    void heal() throws IOException {
        try (FileChannel channel = FileChannel.open(image, StandardOpenOption.WRITE)) {
            while (tail.hasRemaining()) channel.write(tail, cutAt + tail.position());
        }
    }
}
