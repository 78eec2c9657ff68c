package io.foreread.it.contract;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Checks without code of Foreread whether a file system supports direct I/O. */
public final class DirectReads {
    private static final int PAGE_BYTES = 4096;

    private DirectReads() {}

    /** @param file a file of at least one page */
    public static boolean possible(Path file) {
        ByteBuffer target = ByteBuffer.allocateDirect(2 * PAGE_BYTES).alignedSlice(PAGE_BYTES);
        target.limit(PAGE_BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
            return channel.read(target, 0) > 0;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
