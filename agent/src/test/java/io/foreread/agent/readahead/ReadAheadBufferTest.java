package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Checks ranges of a plain file, which represent compressed chunks. */
class ReadAheadBufferTest extends RecordedFile {
    @Test
    void returnsTheBytesOfTheFileForAnyRanges() {
        ReadAheadBuffer buffer = full(content.length);
        int offset = 0;
        for (int length = 1; offset + length <= content.length; length = length % 250 + 7) {
            assertRange(buffer, offset, length);
            offset += length;
        }
    }

    @Test
    void readsAFullBlockEachTimeAndNoByteTwice() {
        ReadAheadBuffer buffer = full(content.length);
        for (int offset = 0; offset + 100 <= content.length; offset += 100) assertRange(buffer, offset, 100);

        assertThat(readSizes.subList(0, 9)).containsOnly(BLOCK_BYTES);
        assertThat(readSizes.stream().mapToInt(Integer::intValue).sum()).isEqualTo(content.length);
        assertThat(readOffsets).startsWith(0L, 1024L, 2048L).hasSize(10);
    }

    @Test
    void reportsARangeAcrossTwoFills() {
        ReadAheadBuffer buffer = full(content.length);
        buffer.read(0, 100);
        assertThat(buffer.straddled()).isFalse();
        buffer.read(BLOCK_BYTES - 50, 100);
        assertThat(buffer.straddled()).isTrue();
        buffer.read(BLOCK_BYTES + 50, 100);
        assertThat(buffer.straddled()).isFalse();
    }

    @Test
    void returnsARangeThatEndsOrBeginsAtABlockBoundary() {
        for (int shift = -1; shift <= 1; shift++) {
            ReadAheadBuffer buffer = full(content.length);
            assertRange(buffer, 0, 10);
            assertRange(buffer, BLOCK_BYTES - 100 + shift, 100);
            assertRange(buffer, BLOCK_BYTES + shift, 100);
        }
    }

    @Test
    void backwardSeekWithinTheBlockReadsNothingAndBeyondItFillsAgain() {
        ReadAheadBuffer buffer = full(content.length);
        assertRange(buffer, 5000, 100);
        assertRange(buffer, 5500, 100);
        assertRange(buffer, 5000, 100);
        assertThat(readOffsets).containsExactly(5000L);
        assertRange(buffer, 4990, 100);
        assertThat(readOffsets).containsExactly(5000L, 4990L);
    }

    @Test
    void neverReadsAtOrBeyondTheGivenEnd() {
        ReadAheadBuffer buffer = full(1500);
        assertRange(buffer, 1000, 200);
        assertRange(buffer, 1200, 300);
        assertThat(buffer.read(1450, 100).remaining()).isEqualTo(50);
        assertThat(buffer.read(1500, 100).remaining()).isZero();
        assertThat(readSizes.get(0)).isEqualTo(500);
    }

    @Test
    void alignedReadReturnsNothingBeyondTheEnd() {
        ReadAheadBuffer buffer = new ReadAheadBuffer(
                this::readFile,
                2100,
                ByteBuffer.allocateDirect(512 + BLOCK_BYTES),
                512,
                BLOCK_BYTES,
                256,
                FillSize.full());
        assertRange(buffer, 700, 200);
        assertRange(buffer, 1500, 200);
        assertThat(buffer.read(2000, 200).remaining()).isEqualTo(100);
        assertThat(buffer.read(5000, 10).remaining()).isZero();
        assertThat(readOffsets).startsWith(512L, 1536L);
        assertThat(readSizes).startsWith(1024, 768);
    }

    @Test
    void rampReadsTheFirstFourRangesSinglyAndThenDoublesEachReadUpToTheBlockSize() {
        ReadAheadBuffer buffer = ramp();
        for (int offset = 0; offset + 100 <= 6000; offset += 100) assertRange(buffer, offset, 100);
        assertThat(readSizes).startsWith(100, 100, 100, 100, 200, 400, 800, 1024, 1024);
    }

    @Test
    void rampStartsAgainAfterASeek() {
        ReadAheadBuffer buffer = ramp();
        for (int offset = 0; offset < 1000; offset += 100) assertRange(buffer, offset, 100);
        int fills = readSizes.size();
        assertRange(buffer, 7000, 100);
        assertThat(readSizes.get(fills)).isEqualTo(100);
    }

    @Test
    void rampReadsOnlyTheMissingPartOfAStraddlingRange() {
        ReadAheadBuffer buffer = ramp();
        assertRange(buffer, 0, 100);
        assertRange(buffer, 50, 100);
        assertRange(buffer, 50, 250);
        assertThat(readOffsets).containsExactly(0L, 100L, 200L);
        assertThat(readSizes).containsExactly(100, 100, 250);
    }

    @Test
    void rangeThatEndsWithTheBlockNeedsNoFurtherRead() {
        ReadAheadBuffer buffer = full(content.length);
        assertRange(buffer, 0, 100);
        assertRange(buffer, BLOCK_BYTES - 100, 100);
        assertThat(readOffsets).containsExactly(0L);
        assertThat(buffer.straddled()).isFalse();
    }

    @Test
    void straddlingRangeNearTheEndReadsNothingBeyondTheEnd() {
        ReadAheadBuffer buffer = full(BLOCK_BYTES + 100);
        assertRange(buffer, 0, 10);
        assertRange(buffer, BLOCK_BYTES - 50, 100);
        assertThat(readSizes).containsExactly(BLOCK_BYTES, 100);
    }

    @Test
    void returnsRangesAsLongAsTheTailRoom() {
        ReadAheadBuffer buffer = full(content.length);
        assertRange(buffer, 0, TAIL_ROOM_BYTES);
        assertRange(buffer, BLOCK_BYTES - TAIL_ROOM_BYTES + 1, TAIL_ROOM_BYTES);
    }

    @Test
    void moveCopiesTheBytesBeyondTheLastRange() {
        ByteBuffer previous = memory();
        ReadAheadBuffer buffer = new ReadAheadBuffer(
                this::readFile, content.length, previous, TAIL_ROOM_BYTES, BLOCK_BYTES, 1, FillSize.full());
        // The range straddles two fills. The memory then contains the head of the range and the whole second block.
        assertRange(buffer, 0, 100);
        assertRange(buffer, BLOCK_BYTES - 50, 100);
        buffer.moveTo(memory(), BLOCK_BYTES);
        for (int i = 0; i < previous.capacity(); i++) previous.put(i, (byte) 0);
        for (int offset = BLOCK_BYTES + 50; offset + 100 <= content.length; offset += 100)
            assertRange(buffer, offset, 100);
    }

    @Test
    void rangeLongerThanTheTailRoomIsRejected() {
        assertThatThrownBy(() -> full(content.length).read(0, TAIL_ROOM_BYTES + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("301");
    }

    @Test
    void tooLittleMemoryIsRejected() {
        assertThatThrownBy(() -> new ReadAheadBuffer(
                        this::readFile,
                        1,
                        ByteBuffer.allocate(BLOCK_BYTES),
                        TAIL_ROOM_BYTES,
                        BLOCK_BYTES,
                        1,
                        FillSize.full()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1024");
    }
}
