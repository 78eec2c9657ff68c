package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A plain file, and the parts of it that a buffer has read. */
abstract class RecordedFile {
    static final int BLOCK_BYTES = 1024;
    static final int TAIL_ROOM_BYTES = 300;

    @TempDir
    private Path directory;

    byte[] content;
    private FileChannel channel;
    final List<Long> readOffsets = new ArrayList<>();
    final List<Integer> readSizes = new ArrayList<>();

    @BeforeEach
    void writeFile() throws IOException {
        content = new byte[10_000];
        new Random(42).nextBytes(content);
        Path file = Files.write(directory.resolve("plain"), content);
        channel = FileChannel.open(file, StandardOpenOption.READ);
    }

    @AfterEach
    void closeFile() throws IOException {
        channel.close();
    }

    ReadAheadBuffer full(long endOffset) {
        return new ReadAheadBuffer(
                this::readFile, endOffset, memory(), TAIL_ROOM_BYTES, BLOCK_BYTES, 1, FillSize.full());
    }

    ReadAheadBuffer buffer(PositionalRead file) {
        return new ReadAheadBuffer(file, content.length, memory(), TAIL_ROOM_BYTES, BLOCK_BYTES, 1, FillSize.full());
    }

    ReadAheadBuffer ramp() {
        return new ReadAheadBuffer(
                this::readFile, content.length, memory(), TAIL_ROOM_BYTES, BLOCK_BYTES, 1, FillSize.ramp());
    }

    static ByteBuffer memory() {
        return ByteBuffer.allocateDirect(TAIL_ROOM_BYTES + BLOCK_BYTES);
    }

    int readFile(ByteBuffer target, long offset) {
        readOffsets.add(offset);
        readSizes.add(target.remaining());
        try {
            return channel.read(target, offset);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void assertRange(ReadAheadBuffer buffer, int offset, int length) {
        ByteBuffer range = buffer.read(offset, length);
        byte[] bytes = new byte[range.remaining()];
        range.get(bytes);
        assertThat(bytes).isEqualTo(java.util.Arrays.copyOfRange(content, offset, offset + length));
    }
}
