package io.foreread.it.contract;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Whether files here can be read past the page cache, found out without our own code. */
public final class DirectReads {
    private static final int PAGE_BYTES = 4096;

    private DirectReads() {}

    /** @param file of a page or more */
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
