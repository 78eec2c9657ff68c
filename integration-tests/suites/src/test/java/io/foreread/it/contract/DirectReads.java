package io.foreread.it.contract;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks without code of Foreread whether this Java and a file system support direct I/O. */
public final class DirectReads {
    private static final int PAGE_BYTES = 4096;

    private DirectReads() {}

    /** @param file a file of at least one page */
    public static boolean possible(Path file) {
        Optional<OpenOption> direct = option();
        if (!direct.isPresent()) return false;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, direct.get())) {
            return channel.read(page(), 0) > 0;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** Returns {@code ExtendedOpenOption.DIRECT}; empty on Java 8, which does not have it. */
    private static Optional<OpenOption> option() {
        try {
            return Stream.of(
                            Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants())
                    .filter(option -> ((Enum<?>) option).name().equals("DIRECT"))
                    .map(OpenOption.class::cast)
                    .findFirst();
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    /** Returns a buffer for a page, at an address that is a multiple of the size of a page. */
    private static ByteBuffer page() {
        ByteBuffer memory = ByteBuffer.allocateDirect(2 * PAGE_BYTES);
        try {
            ByteBuffer page = (ByteBuffer)
                    ByteBuffer.class.getMethod("alignedSlice", int.class).invoke(memory, PAGE_BYTES);
            page.limit(PAGE_BYTES);
            return page;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("every Java with direct I/O has aligned slices", e);
        }
    }
}
