package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Checks a buffer whose reads of the file are short, fail, or reach the end of the file. */
class ReadAheadBufferShortReadTest extends RecordedFile {
    @Test
    void returnsFewerBytesIfTheFileIsShorterThanTheGivenEnd() {
        ReadAheadBuffer buffer = full(content.length + 500);
        assertThat(buffer.read(content.length - 50, 100).remaining()).isEqualTo(50);
    }

    @Test
    void repeatsShortReadsUntilTheBlockIsFull() {
        ReadAheadBuffer buffer = new ReadAheadBuffer(
                (target, offset) -> {
                    ByteBuffer few = target.duplicate();
                    few.limit(Math.min(target.limit(), target.position() + 13));
                    int bytes = readFile(few, offset);
                    target.position(few.position());
                    return bytes;
                },
                content.length,
                memory(),
                TAIL_ROOM_BYTES,
                BLOCK_BYTES,
                1,
                FillSize.full());
        assertRange(buffer, 0, 200);
        assertRange(buffer, 900, 200);
    }

    /** A read beyond the end is not aligned, so direct I/O would end with it. */
    @Test
    void alignedReadsDoNotContinueBehindTheEndOfTheFile() {
        ReadAheadBuffer buffer = new ReadAheadBuffer(
                this::readFile,
                content.length,
                ByteBuffer.allocateDirect(512 + BLOCK_BYTES),
                512,
                BLOCK_BYTES,
                256,
                FillSize.full());
        assertThat(content.length % 256).isNotZero();
        assertRange(buffer, content.length - 100, 100);
        assertThat(readOffsets).hasSize(1);
    }

    @Test
    void returnsNothingIfTheFileEndsBeforeTheRange() {
        ReadAheadBuffer buffer = new ReadAheadBuffer(
                (target, offset) -> {
                    target.position(target.position() + 3);
                    return target.hasRemaining() && offset == 512 ? 3 : -1;
                },
                2100,
                ByteBuffer.allocateDirect(512 + BLOCK_BYTES),
                512,
                BLOCK_BYTES,
                256,
                FillSize.full());
        assertThat(buffer.read(700, 10).remaining()).isZero();
    }

    @Test
    void isEmptyAfterAFailedReadAndRecovers() {
        boolean[] failing = {false};
        ReadAheadBuffer buffer = new ReadAheadBuffer(
                (target, offset) -> {
                    if (failing[0]) throw new IllegalStateException("disk");
                    return readFile(target, offset);
                },
                content.length,
                memory(),
                TAIL_ROOM_BYTES,
                BLOCK_BYTES,
                1,
                FillSize.full());
        assertRange(buffer, 0, 100);
        failing[0] = true;
        assertThatThrownBy(() -> buffer.read(BLOCK_BYTES - 10, 100)).hasMessage("disk");
        failing[0] = false;
        assertRange(buffer, BLOCK_BYTES - 10, 100);
        assertRange(buffer, 0, 100);
    }

    @Test
    void returnsBytesBeforeAnErrorAndFailsAtTheError() {
        ReadAheadBuffer buffer = badFrom(300);
        assertRange(buffer, 0, 100);
        assertRange(buffer, 200, 100);
        assertThatThrownBy(() -> buffer.read(250, 100)).hasMessage("bad sector");
        assertRange(buffer, 100, 200);
    }

    @Test
    void returnsARangeThatEndsAtAnError() {
        assertRange(badFrom(300), 200, 100);
    }

    @Test
    void returnsARangeAcrossTwoFillsThatEndsAtAnError() {
        ReadAheadBuffer buffer = badFrom(BLOCK_BYTES + 76);
        assertRange(buffer, 0, 100);
        assertRange(buffer, BLOCK_BYTES - 24, 100);
        assertThatThrownBy(() -> buffer.read(BLOCK_BYTES - 24, 101)).hasMessage("bad sector");
    }

    /** Returns a buffer of a file that cannot be read from an offset on. */
    private ReadAheadBuffer badFrom(int badOffset) {
        return buffer((target, offset) -> {
            if (offset >= badOffset) throw new IllegalStateException("bad sector");
            ByteBuffer good = target.duplicate();
            good.limit((int) Math.min(target.limit(), target.position() + badOffset - offset));
            int bytes = readFile(good, offset);
            target.position(good.position());
            return bytes;
        });
    }

    @Test
    void readOfZeroBytesEndsTheFill() {
        ReadAheadBuffer buffer = buffer((target, offset) -> 0);
        assertThat(buffer.read(0, 100).remaining()).isZero();
    }
}
