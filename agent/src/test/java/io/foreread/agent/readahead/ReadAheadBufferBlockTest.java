package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Checks the blocks of a file that is read as it is, without ranges that must be contiguous. */
class ReadAheadBufferBlockTest {
    private static final int BLOCK_BYTES = 1024;
    private static final int LARGE_BLOCK_BYTES = 4096;
    private static final int RANGE_BYTES = 100;
    private static final int READABLE_BYTES = 10_000;

    private final byte[] content = new byte[READABLE_BYTES + 500];
    private final List<Integer> readSizes = new ArrayList<>();
    private final List<Long> readOffsets = new ArrayList<>();
    /** The file offset from which on reads fail. */
    private long brokenOffset = Long.MAX_VALUE;

    ReadAheadBufferBlockTest() {
        new Random(3).nextBytes(content);
    }

    @Test
    void readsFullBlocksAndEachByteOnce() {
        ReadAheadBuffer buffer = buffer(BLOCK_BYTES, 0, 1, FillSize.full());
        for (int offset = 0; offset < READABLE_BYTES; offset++) assertByte(buffer, offset);
        assertThat(readSizes).hasSize(10).startsWith(BLOCK_BYTES, BLOCK_BYTES).endsWith(READABLE_BYTES % BLOCK_BYTES);
    }

    @Test
    void returnsNothingAtAndBeyondTheEnd() {
        ReadAheadBuffer buffer = buffer(BLOCK_BYTES, 0, 1, FillSize.full());
        for (int offset : new int[] {READABLE_BYTES, READABLE_BYTES + 1}) {
            assertThat(buffer.readBlock(offset, RANGE_BYTES, 1).limit()).isZero();
            assertThat(buffer.blockOffset()).isEqualTo(offset);
        }
        assertByte(buffer, READABLE_BYTES - 1);
    }

    @Test
    void anErrorBehindTheFirstByteIsReportedWhenThatPartIsRequested() {
        brokenOffset = 10;
        ReadAheadBuffer buffer = buffer(BLOCK_BYTES, 0, 1, FillSize.full());
        for (int offset = 0; offset < 10; offset++) assertByte(buffer, offset);
        assertThat(buffer.readBlock(5, RANGE_BYTES, 1).limit()).isEqualTo(10);
        assertThatThrownBy(() -> buffer.readBlock(10, RANGE_BYTES, 1)).hasMessage("broken device");
        brokenOffset = Long.MAX_VALUE;
        assertByte(buffer, 10);
    }

    /** The first bytes of an aligned read precede the requested one. */
    @Test
    void anErrorBeforeTheFirstByteIsReportedAtOnce() {
        brokenOffset = 700;
        ReadAheadBuffer buffer = buffer(BLOCK_BYTES, 0, 512, FillSize.full());
        assertThatThrownBy(() -> buffer.readBlock(700, RANGE_BYTES, 1)).hasMessage("broken device");
        assertByte(buffer, 699);
    }

    @Test
    void readsAreAlignedAfterASeek() {
        ReadAheadBuffer buffer = buffer(BLOCK_BYTES, 0, 512, FillSize.full());
        assertByte(buffer, 700);
        assertThat(buffer.blockOffset()).isEqualTo(512);
        assertByte(buffer, 512);
        assertByte(buffer, 512 + BLOCK_BYTES);
        assertThat(readOffsets).containsExactly(512L, 512L + BLOCK_BYTES);
    }

    @Test
    void aFillAfterASeekStartsAtAMultipleAndReadsNoByteTwice() {
        ReadAheadBuffer buffer = buffer(BLOCK_BYTES, 0, 1, FillSize.full());
        assertByte(buffer, 700, 512, 512);
        assertByte(buffer, 1536, 512, 512);
        buffer.fillLimit(3160);
        assertByte(buffer, 2560, 512, 512);
        buffer.fillLimit(Long.MAX_VALUE);
        // The multiple before this byte is held already.
        assertByte(buffer, 3200, 512, 512);
        assertByte(buffer, 6000, 512, 512);
        assertByte(buffer, 5000, 512, 512);
        assertThat(readOffsets).containsExactly(512L, 1536L, 2560L, 3160L, 5632L, 4608L);
    }

    @Test
    void anErrorBetweenTheMultipleAndTheFirstByteIsReportedAtOnce() {
        brokenOffset = 700;
        ReadAheadBuffer buffer = buffer(BLOCK_BYTES, 0, 1, FillSize.full());
        assertThatThrownBy(() -> buffer.readBlock(700, 512, 512)).hasMessage("broken device");
        assertByte(buffer, 699, 512, 512);
    }

    @Test
    void beyondTheLimitOnlyTheRangeIsRead() {
        ReadAheadBuffer buffer = buffer(BLOCK_BYTES, 0, 1, FillSize.full());
        buffer.fillLimit(1500);
        for (int offset = 0; offset < 1600; offset++) assertByte(buffer, offset);
        assertThat(readSizes).containsExactly(BLOCK_BYTES, 1500 - BLOCK_BYTES, RANGE_BYTES);
    }

    @Test
    void aRampContinuesInALargerBlock() {
        FillSize ramp = FillSize.ramp();
        ReadAheadBuffer buffer = buffer(BLOCK_BYTES, 0, 1, ramp);
        int offset = 0;
        while (!ramp.outgrows(BLOCK_BYTES)) {
            buffer.readBlock(offset, RANGE_BYTES, 1);
            offset = (int) buffer.blockOffset()
                    + buffer.readBlock(offset, RANGE_BYTES, 1).limit();
        }
        buffer.moveTo(ByteBuffer.allocateDirect(LARGE_BLOCK_BYTES), LARGE_BLOCK_BYTES);
        assertByte(buffer, offset);
        assertThat(readSizes).containsExactly(100, 100, 100, 100, 200, 400, 800, 1600);
        assertThat(buffer.blockOffset()).isEqualTo(offset);
    }

    @Test
    void aMoveAfterAFailedReadLeavesAnEmptyBlock() {
        ReadAheadBuffer buffer = buffer(BLOCK_BYTES, 0, 1, FillSize.full());
        assertByte(buffer, 0);
        brokenOffset = 0;
        assertThatThrownBy(() -> buffer.readBlock(5000, RANGE_BYTES, 1)).hasMessage("broken device");
        brokenOffset = Long.MAX_VALUE;
        buffer.moveTo(ByteBuffer.allocateDirect(LARGE_BLOCK_BYTES), LARGE_BLOCK_BYTES);
        assertByte(buffer, 0);
        assertThat(readSizes).endsWith(LARGE_BLOCK_BYTES);
    }

    @Test
    void aBufferWithTailRoomHasNoBlocks() {
        assertThatThrownBy(() -> buffer(BLOCK_BYTES, 10, 1, FillSize.full()).readBlock(0, 1, 1))
                .isInstanceOf(IllegalStateException.class);
    }

    @Property
    void everyWalkReturnsTheBytesOfTheFile(
            @ForAll @Size(max = 40) List<@IntRange(max = READABLE_BYTES + 10) Integer> offsets,
            @ForAll boolean full,
            @ForAll boolean aligned,
            @ForAll boolean fromMultiples) {
        int startBytes = fromMultiples ? 64 : 1;
        ReadAheadBuffer buffer = buffer(BLOCK_BYTES, 0, aligned ? 256 : 1, full ? FillSize.full() : FillSize.ramp());
        for (int offset : offsets) {
            if (offset < READABLE_BYTES) assertByte(buffer, offset, RANGE_BYTES, startBytes);
            else {
                ByteBuffer block = buffer.readBlock(offset, RANGE_BYTES, startBytes);
                assertThat(buffer.blockOffset() + block.limit()).isLessThanOrEqualTo(Math.max(offset, READABLE_BYTES));
            }
        }
    }

    private void assertByte(ReadAheadBuffer buffer, int offset) {
        assertByte(buffer, offset, RANGE_BYTES, 1);
    }

    private void assertByte(ReadAheadBuffer buffer, int offset, int rangeBytes, int startBytes) {
        ByteBuffer block = buffer.readBlock(offset, rangeBytes, startBytes);
        long first = buffer.blockOffset();
        assertThat(block.position()).isZero();
        assertThat((long) offset).isBetween(first, first + block.limit() - 1);
        byte[] bytes = new byte[block.remaining()];
        block.get(bytes);
        assertThat(bytes).isEqualTo(Arrays.copyOfRange(content, (int) first, (int) first + bytes.length));
        assertThat(first + bytes.length).isLessThanOrEqualTo(READABLE_BYTES);
    }

    private ReadAheadBuffer buffer(int blockBytes, int tailRoomBytes, int alignmentBytes, FillSize fillSize) {
        ByteBuffer memory = ByteBuffer.allocateDirect(tailRoomBytes + blockBytes);
        return new ReadAheadBuffer(
                this::read, READABLE_BYTES, memory, tailRoomBytes, blockBytes, alignmentBytes, fillSize);
    }

    private int read(ByteBuffer target, long offset) {
        if (offset >= brokenOffset) throw new IllegalStateException("broken device");
        if (offset >= content.length) return -1;
        long end = Math.min(Math.min(content.length, brokenOffset), offset + target.remaining());
        int bytes = (int) (end - offset);
        readOffsets.add(offset);
        readSizes.add(bytes);
        target.put(content, (int) offset, bytes);
        return bytes;
    }
}
