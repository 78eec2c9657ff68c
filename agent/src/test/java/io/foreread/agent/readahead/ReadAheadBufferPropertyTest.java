package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Checks that any sequence of reads, of any file and with any block size, returns the bytes of the file. */
class ReadAheadBufferPropertyTest {
    private static final int LONGEST_RANGE = 70;
    /** A multiple of each alignment, and at least {@link #LONGEST_RANGE}. */
    private static final int TAIL_ROOM_BYTES = 128;

    @Property(tries = 2000)
    void everyReadReturnsTheBytesOfTheFile(
            @ForAll("walks") List<int[]> walk,
            @ForAll @IntRange(min = 1, max = 200) int blockBytes,
            @ForAll @IntRange(min = 0, max = 3000) int fileBytes,
            @ForAll @IntRange(min = 0, max = 3000) int endOffset,
            @ForAll @IntRange(min = 1, max = 64) int maxBytesPerRead,
            @ForAll boolean ramp) {
        byte[] content = new byte[fileBytes];
        new Random(fileBytes).nextBytes(content);
        int readable = Math.min(fileBytes, endOffset);
        ReadAheadBuffer buffer = new ReadAheadBuffer(
                (target, offset) -> {
                    assertThat(offset).as("read offset").isLessThan(endOffset);
                    assertThat(offset + target.remaining()).isLessThanOrEqualTo(endOffset);
                    if (offset >= content.length) return -1;
                    int bytes = Math.min(Math.min(maxBytesPerRead, target.remaining()), content.length - (int) offset);
                    target.put(content, (int) offset, bytes);
                    return bytes;
                },
                endOffset,
                ByteBuffer.allocateDirect(TAIL_ROOM_BYTES + blockBytes),
                TAIL_ROOM_BYTES,
                blockBytes,
                1,
                ramp ? FillSize.ramp() : FillSize.full());

        walk(walk, buffer, content, readable, blockBytes);
    }

    @Property(tries = 2000)
    void alignedReadsReturnTheSameBytes(
            @ForAll("walks") List<int[]> walk,
            @ForAll @IntRange(min = 3, max = 6) int power,
            @ForAll @IntRange(min = 1, max = 20) int blocks,
            @ForAll @IntRange(min = 0, max = 3000) int fileBytes,
            @ForAll @IntRange(min = 0, max = 3000) int endOffset,
            @ForAll boolean ramp) {
        byte[] content = new byte[fileBytes];
        new Random(fileBytes).nextBytes(content);
        int alignment = 1 << power;
        int readable = Math.min(fileBytes, endOffset);
        int blockBytes = (blocks + 1) * alignment;
        ReadAheadBuffer buffer = new ReadAheadBuffer(
                (target, offset) -> {
                    // Reads at or beyond the end of the file need no alignment.
                    if (offset >= content.length) return -1;
                    assertThat(offset % alignment).as("offset").isZero();
                    assertThat(target.position() % alignment).as("memory").isZero();
                    assertThat(target.remaining() % alignment).as("bytes").isZero();
                    assertThat(offset + target.remaining()).isLessThan(endOffset + alignment);
                    int bytes = Math.min(target.remaining(), content.length - (int) offset);
                    target.put(content, (int) offset, bytes);
                    return bytes;
                },
                endOffset,
                ByteBuffer.allocateDirect(TAIL_ROOM_BYTES + blockBytes),
                TAIL_ROOM_BYTES,
                blockBytes,
                alignment,
                ramp ? FillSize.ramp() : FillSize.full());

        walk(walk, buffer, content, readable, blockBytes - alignment + 1);
    }

    @Property
    void aScanReadsEveryByteOnce(
            @ForAll @IntRange(min = 1, max = 5000) int fileBytes,
            @ForAll @IntRange(min = 70, max = 700) int blockBytes,
            @ForAll @IntRange(min = 1, max = LONGEST_RANGE) int rangeBytes,
            @ForAll boolean ramp) {
        long[] read = {0, 0};
        ReadAheadBuffer buffer = new ReadAheadBuffer(
                (target, offset) -> {
                    assertThat(offset).as("fills follow each other").isEqualTo(read[0]);
                    int bytes = target.remaining();
                    target.put(new byte[bytes]);
                    read[0] += bytes;
                    read[1]++;
                    return bytes;
                },
                fileBytes,
                ByteBuffer.allocateDirect(TAIL_ROOM_BYTES + blockBytes),
                TAIL_ROOM_BYTES,
                blockBytes,
                1,
                ramp ? FillSize.ramp() : FillSize.full());
        for (int offset = 0; offset < fileBytes; offset += rangeBytes) buffer.read(offset, rangeBytes);

        assertThat(read[0]).isEqualTo(fileBytes);
        if (!ramp) assertThat(read[1]).isEqualTo((fileBytes + blockBytes - 1) / blockBytes);
    }

    /** @param longestBytes the maximum length of a requested range; longer steps are shortened to it */
    private static void walk(List<int[]> walk, ReadAheadBuffer buffer, byte[] content, int readable, int longestBytes) {
        int position = 0;
        for (int[] step : walk) {
            int offset = Math.floorMod(position + step[0], Math.max(1, readable));
            int length = Math.min(step[1], longestBytes);
            ByteBuffer range = buffer.read(offset, length);
            byte[] bytes = new byte[range.remaining()];
            range.get(bytes);
            int expectedEnd = Math.max(offset, Math.min(offset + length, readable));
            assertThat(bytes).isEqualTo(Arrays.copyOfRange(content, Math.min(offset, content.length), expectedEnd));
            position = offset + length;
        }
    }

    /**
     * Generates steps {distance, length}. The distance is from the end of the previous range to the start of this one. Most
     * distances are 0, as in a scan.
     */
    @Provide
    Arbitrary<List<int[]>> walks() {
        Arbitrary<Integer> distance = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(6, Arbitraries.just(0)),
                net.jqwik.api.Tuple.of(1, Arbitraries.integers().between(-100, 100)),
                net.jqwik.api.Tuple.of(1, Arbitraries.integers().between(-3000, 3000)));
        Arbitrary<Integer> length = Arbitraries.integers().between(1, LONGEST_RANGE);
        return Combinators.combine(distance, length)
                .as((d, l) -> new int[] {d, l})
                .list()
                .ofMaxSize(80);
    }
}
