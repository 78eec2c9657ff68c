package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Checks how far a fill reads at the end of a requested range, and that a scan can move to a larger block. */
class ReadAheadBufferLimitTest {
    private static final int TAIL_ROOM_BYTES = 300;
    private static final int SMALL_BLOCK_BYTES = 512;
    private static final int LARGE_BLOCK_BYTES = 4096;

    private final byte[] content = new byte[100_000];
    private final List<Integer> readSizes = new ArrayList<>();
    private boolean failing;

    ReadAheadBufferLimitTest() {
        new Random(7).nextBytes(content);
    }

    @Test
    void fillsEndAtTheLimitAndARangeAcrossItIsComplete() {
        ReadAheadBuffer buffer = buffer(LARGE_BLOCK_BYTES, FillSize.full());
        buffer.fillLimit(5000);
        assertRanges(buffer, 0, 5000, 100);
        assertThat(readSizes).containsExactly(4096, 904);
        assertRange(buffer, 5000, 250);
        assertThat(readSizes).containsExactly(4096, 904, 250);
        buffer.fillLimit(Long.MAX_VALUE);
        assertRange(buffer, 5250, 10);
        assertThat(readSizes).endsWith(4096);
    }

    @Test
    void beyondTheLimitOnlyTheRangeIsRead() {
        ReadAheadBuffer buffer = buffer(LARGE_BLOCK_BYTES, FillSize.full());
        buffer.fillLimit(100);
        assertRange(buffer, 40_000, 200);
        assertRange(buffer, 40_100, 200);
        assertThat(readSizes).containsExactly(200, 100);
    }

    @Test
    void moveKeepsTheUnreadBytesAndReadsNoByteTwice() {
        for (int moveAfter = 1; moveAfter < 20; moveAfter++) {
            readSizes.clear();
            ReadAheadBuffer buffer = buffer(SMALL_BLOCK_BYTES, FillSize.full());
            assertRanges(buffer, 0, moveAfter * 90, 90);
            buffer.moveTo(memory(LARGE_BLOCK_BYTES), LARGE_BLOCK_BYTES);
            assertRanges(buffer, moveAfter * 90, 99_990, 90);
            assertThat(readSizes.stream().mapToInt(Integer::intValue).sum()).isEqualTo(content.length);
            assertThat(readSizes).contains(LARGE_BLOCK_BYTES);
        }
    }

    @Test
    void rampContinuesAfterAMoveOfAnEmptyBuffer() {
        FillSize ramp = FillSize.ramp();
        ReadAheadBuffer buffer = buffer(SMALL_BLOCK_BYTES, ramp);
        int offset = 0;
        while (!ramp.outgrows(SMALL_BLOCK_BYTES)) {
            assertRange(buffer, offset, 64);
            offset += 64;
        }
        int filled = readSizes.stream().mapToInt(Integer::intValue).sum();
        assertRanges(buffer, offset, filled, 64);
        buffer.moveTo(memory(LARGE_BLOCK_BYTES), LARGE_BLOCK_BYTES);
        readSizes.clear();
        assertRange(buffer, filled, 64);
        assertThat(readSizes).containsExactly(1024);
    }

    /** A range read keeps its small block while there is no memory for a large one. */
    @Test
    void rampDoublesTheSizeOfTheSmallBlockAfterALateMove() {
        ReadAheadBuffer buffer = buffer(SMALL_BLOCK_BYTES, FillSize.ramp());
        assertRanges(buffer, 0, 20 * SMALL_BLOCK_BYTES, 64);
        int filled = readSizes.stream().mapToInt(Integer::intValue).sum();
        assertRanges(buffer, 20 * SMALL_BLOCK_BYTES, filled, 64);
        buffer.moveTo(memory(LARGE_BLOCK_BYTES), LARGE_BLOCK_BYTES);
        readSizes.clear();
        assertRange(buffer, filled, 64);
        assertThat(readSizes).containsExactly(2 * SMALL_BLOCK_BYTES);
    }

    @Test
    void bufferIsEmptyAfterAFailedReadAndAMove() {
        ReadAheadBuffer buffer = buffer(SMALL_BLOCK_BYTES, FillSize.full());
        assertRange(buffer, 0, 90);
        failing = true;
        assertThatThrownBy(() -> buffer.read(500, 90)).hasMessage("broken device");
        failing = false;
        buffer.moveTo(memory(LARGE_BLOCK_BYTES), LARGE_BLOCK_BYTES);
        assertRange(buffer, 500, 90);
        assertThat(readSizes).endsWith(LARGE_BLOCK_BYTES);
    }

    @Test
    void moveToTooLittleMemoryIsRejected() {
        ReadAheadBuffer buffer = buffer(SMALL_BLOCK_BYTES, FillSize.full());
        assertThatThrownBy(() -> buffer.moveTo(memory(LARGE_BLOCK_BYTES - 1), LARGE_BLOCK_BYTES))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void onlyARampOutgrowsABlockIfItsNextFillWouldBeLarger() {
        FillSize ramp = FillSize.ramp();
        assertThat(ramp.outgrows(99)).isFalse();
        for (int i = 0; i < 3; i++) ramp.next(true, 100, 1000);
        assertThat(ramp.outgrows(199)).isFalse();
        ramp.next(true, 100, 1000);
        assertThat(ramp.outgrows(199)).isTrue();
        assertThat(ramp.outgrows(200)).isFalse();
        ramp.next(false, 100, 1000);
        assertThat(ramp.outgrows(199)).isFalse();
        assertThat(FillSize.full().outgrows(0)).isFalse();
    }

    @Test
    void onlyFullScansReadToTheEndAndDecompressAhead() {
        assertThat(FillSize.full().readsToEnd()).isTrue();
        assertThat(FillSize.full().mayDecompressAhead()).isTrue();
        assertThat(FillSize.scrub().readsToEnd()).isTrue();
        assertThat(FillSize.scrub().mayDecompressAhead()).isFalse();
        assertThat(FillSize.keys().readsToEnd()).isFalse();
        assertThat(FillSize.keys().mayDecompressAhead()).isFalse();
        assertThat(FillSize.ramp().readsToEnd()).isFalse();
        assertThat(FillSize.ramp().mayDecompressAhead()).isFalse();
    }

    private ReadAheadBuffer buffer(int blockBytes, FillSize fillSize) {
        return new ReadAheadBuffer(
                this::read, content.length, memory(blockBytes), TAIL_ROOM_BYTES, blockBytes, 1, fillSize);
    }

    private static ByteBuffer memory(int blockBytes) {
        return ByteBuffer.allocateDirect(TAIL_ROOM_BYTES + blockBytes);
    }

    private int read(ByteBuffer target, long offset) {
        if (failing) throw new IllegalStateException("broken device");
        int bytes = (int) Math.min(target.remaining(), content.length - offset);
        if (bytes <= 0) return -1;
        target.put(content, (int) offset, bytes);
        readSizes.add(bytes);
        return bytes;
    }

    private void assertRanges(ReadAheadBuffer buffer, int from, int to, int lengthBytes) {
        for (int offset = from; offset < to; offset += lengthBytes)
            assertRange(buffer, offset, Math.min(lengthBytes, content.length - offset));
    }

    private void assertRange(ReadAheadBuffer buffer, int offset, int lengthBytes) {
        ByteBuffer range = buffer.read(offset, lengthBytes);
        assertThat(range.remaining()).isEqualTo(lengthBytes);
        for (int i = 0; i < lengthBytes; i++) assertThat(range.get()).isEqualTo(content[offset + i]);
    }
}
