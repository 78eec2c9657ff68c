package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadAheadTest {
    private final ReadAhead readAhead = ReadAhead.instance();

    @BeforeEach
    @AfterEach
    void restoreTheDefaults() {
        readAhead.enabled(true);
        readAhead.mode(ReadAhead.Mode.AUTO);
        readAhead.blockBytes(ReadAhead.DEFAULT_BLOCK_BYTES);
        readAhead.budgetBytes(ReadAhead.DEFAULT_BUDGET_BYTES);
        readAhead.overlap(true);
        readAhead.decompressAhead(ReadAhead.Mode.AUTO);
        readAhead.compressAhead(ReadAhead.Mode.OFF);
        readAhead.compressAheadFlush(false);
        readAhead.spareCores(SpareCores.instance()::any);
        readAhead.directIo(false);
        readAhead.skipIndex(true);
        readAhead.filterKeyCache(true);
        readAhead.skipEmptyInputs(true);
        readAhead.reuseScannedBytes(true);
        readAhead.pool().keepsIdle(false);
        readAhead.pool().keepsIdle(true);
        SpentMemory.collect();
    }

    @Test
    void configureAppliesEachSetting() {
        ReadAhead.Mode off = ReadAhead.Mode.OFF;
        ReadAhead.Mode on = ReadAhead.Mode.ON;
        ReadAhead.Mode auto = ReadAhead.Mode.AUTO;
        readAhead.configure(
                new ReadAheadSettings(on, 128 << 10, 5 << 20, false, off, auto, true, true, false, true, false, true));
        assertSettings(on, 128 << 10, 5 << 20, false, off, auto, true, true, false, true, false, true);
        readAhead.configure(
                new ReadAheadSettings(auto, 512 << 10, 6 << 20, true, on, off, false, false, true, false, true, false));
        assertSettings(auto, 512 << 10, 6 << 20, true, on, off, false, false, true, false, true, false);
    }

    private void assertSettings(
            ReadAhead.Mode mode,
            long blockBytes,
            long budgetBytes,
            boolean overlap,
            ReadAhead.Mode decompressAhead,
            ReadAhead.Mode compressAhead,
            boolean compressAheadFlush,
            boolean directIo,
            boolean skipIndex,
            boolean filterKeyCache,
            boolean skipEmptyInputs,
            boolean reuseScannedBytes) {
        assertThat(readAhead.mode()).isEqualTo(mode);
        assertThat(readAhead.blockBytes()).isEqualTo(blockBytes);
        assertThat(readAhead.budgetBytes()).isEqualTo(budgetBytes);
        assertThat(readAhead.overlap()).isEqualTo(overlap);
        assertThat(readAhead.decompressAhead()).isEqualTo(decompressAhead);
        assertThat(readAhead.compressAhead()).isEqualTo(compressAhead);
        assertThat(readAhead.compressAheadFlush()).isEqualTo(compressAheadFlush);
        assertThat(readAhead.directIo()).isEqualTo(directIo);
        assertThat(readAhead.skipIndex()).isEqualTo(skipIndex);
        assertThat(readAhead.filterKeyCache()).isEqualTo(filterKeyCache);
        assertThat(readAhead.skipEmptyInputs()).isEqualTo(skipEmptyInputs);
        assertThat(readAhead.reuseScannedBytes()).isEqualTo(reuseScannedBytes);
    }

    @Test
    void isOffIfSwitchedOffOrIfTheModeIsOff() {
        assertThat(readAhead.enabled()).isTrue();
        readAhead.enabled(false);
        assertThat(readAhead.enabled()).isFalse();
        readAhead.enabled(true);
        readAhead.mode(ReadAhead.Mode.OFF);
        assertThat(readAhead.mode()).isEqualTo(ReadAhead.Mode.OFF);
        assertThat(readAhead.enabled()).isFalse();
    }

    @Test
    void switchingOnKeepsTheModeUnlessItIsOff() {
        readAhead.mode(ReadAhead.Mode.ON);
        readAhead.enabled(true);
        assertThat(readAhead.mode()).isEqualTo(ReadAhead.Mode.ON);
        readAhead.mode(ReadAhead.Mode.OFF);
        readAhead.enabled(false);
        assertThat(readAhead.mode()).isEqualTo(ReadAhead.Mode.OFF);
        readAhead.enabled(true);
        assertThat(readAhead.mode()).isEqualTo(ReadAhead.Mode.AUTO);
        assertThat(readAhead.enabled()).isTrue();
    }

    @Test
    void idleMemoryIsReleasedByEnabledFalseAndByModeOff_andKeptOtherwise() throws BlockUnavailableException {
        useAndRelease();
        assertThat(readAhead.idleBytes()).isPositive();
        readAhead.enabled(false);
        assertThat(readAhead.idleBytes()).isZero();
        readAhead.enabled(true);
        useAndRelease();
        assertThat(readAhead.idleBytes()).isPositive();
        readAhead.mode(ReadAhead.Mode.OFF);
        assertThat(readAhead.idleBytes()).isZero();
        readAhead.mode(ReadAhead.Mode.ON);
        useAndRelease();
        assertThat(readAhead.idleBytes()).isPositive();
    }

    @Test
    void scanIsOpen_whenReadAheadIsSwitchedOff_itsMemoryIsReleasedOnClose() throws BlockUnavailableException {
        Allocation open = readAhead.pool().acquire(4096, BlockPool.Use.SCAN);
        readAhead.mode(ReadAhead.Mode.OFF);
        assertThat(readAhead.bytesInUse()).isEqualTo(4096);
        readAhead.pool().release(open);
        assertThat(readAhead.idleBytes()).isZero();
    }

    @Test
    void endRefusesScansAndDropsIdleMemory() throws BlockUnavailableException {
        ReadAhead ended = new ReadAhead();
        Allocation open = ended.pool().acquire(4096, BlockPool.Use.SCAN);
        ended.pool().release(ended.pool().acquire(4096, BlockPool.Use.SCAN));
        assertThat(ended.openScans().beginOpening()).isTrue();
        ended.openScans().endOpening();
        ended.end();
        assertThat(ended.openScans().beginOpening()).isFalse();
        assertThat(ended.enabled()).isFalse();
        assertThat(ended.bytesInUse()).isEqualTo(4096);
        ended.pool().release(open);
        assertThat(ended.idleBytes()).isZero();
    }

    private void useAndRelease() throws BlockUnavailableException {
        readAhead.pool().release(readAhead.pool().acquire(4096, BlockPool.Use.SCAN));
    }

    @Test
    void acceptsBlocksOf64KibTo4MibInStepsOf4Kib() {
        for (long bytes : new long[] {64 << 10, (64 << 10) + 4096, 4 << 20}) {
            readAhead.blockBytes(bytes);
            assertThat(readAhead.blockBytes()).isEqualTo(bytes);
        }
        for (long bytes : new long[] {-1, (64 << 10) - 4096, (64 << 10) + 1, (4 << 20) + 4096, (1L << 32) + (64 << 10)})
            assertThatThrownBy(() -> readAhead.blockBytes(bytes))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(Long.toString(bytes));
        assertThat(readAhead.blockBytes()).isEqualTo(4 << 20);
    }

    @Test
    void acceptsAnyBudgetThatIsNotNegative() {
        assertThat(readAhead.budgetBytes()).isEqualTo(64 << 20);
        readAhead.budgetBytes(0);
        assertThat(readAhead.budgetBytes()).isZero();
        assertThatThrownBy(() -> readAhead.budgetBytes(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
        assertThat(readAhead.budgetBytes()).isZero();
    }

    @Test
    void overlapIsEnabledUntilItIsSwitchedOff() {
        assertThat(readAhead.overlap()).isTrue();
        readAhead.overlap(false);
        assertThat(readAhead.overlap()).isFalse();
    }

    @Test
    void usesThePageCacheUntilDirectIoIsEnabled() {
        assertThat(readAhead.directIo()).isFalse();
        readAhead.directIo(true);
        assertThat(readAhead.directIo()).isTrue();
    }

    @Test
    void autoDecompressesAheadOnlySlowChunksAndOnlyWithSpareCores() {
        DecodeRate fast = new DecodeRate();
        DecodeRate slow = DecodeRateTest.slow();
        assertThat(readAhead.decompressAhead()).isEqualTo(ReadAhead.Mode.AUTO);
        readAhead.spareCores(() -> true);
        assertThat(readAhead.decompressesAhead(slow)).isTrue();
        assertThat(readAhead.decompressesAhead(fast)).isFalse();
        readAhead.spareCores(() -> false);
        assertThat(readAhead.decompressesAhead(slow)).isFalse();
    }

    @Test
    void autoCompressesAheadOnlyWithALargeShareAndWithSpareCores() {
        readAhead.compressAhead(ReadAhead.Mode.AUTO);
        readAhead.spareCores(() -> true);
        assertThat(readAhead.compressesAhead(true)).isTrue();
        assertThat(readAhead.compressesAhead(false)).isFalse();
        readAhead.spareCores(() -> false);
        assertThat(readAhead.compressesAhead(true)).isFalse();
    }

    @Test
    void compressingThatIsSwitchedOnCountsAsAUseOfASpareCore() {
        AtomicInteger requests = new AtomicInteger();
        readAhead.compressAhead(ReadAhead.Mode.ON);
        readAhead.spareCores(() -> requests.incrementAndGet() > 1);
        assertThat(readAhead.compressesAhead(false)).as("without a spare core").isTrue();
        assertThat(readAhead.compressesAhead(false)).isTrue();
        assertThat(requests).hasValue(2);
    }

    @Test
    void compressesAheadOnlyIfSwitchedOnTogetherWithReadAhead() {
        assertThat(readAhead.mayCompressAhead()).as("by default").isFalse();
        assertThat(readAhead.compressesAhead(true)).isFalse();
        readAhead.compressAhead(ReadAhead.Mode.ON);
        assertThat(readAhead.mayCompressAhead()).isTrue();
        assertThat(readAhead.compressesAhead(false)).isTrue();
        readAhead.enabled(false);
        assertThat(readAhead.mayCompressAhead()).isFalse();
        assertThat(readAhead.compressesAhead(true)).isFalse();
    }

    @Test
    void modeOnDecompressesAllChunksAhead_andModeOffNone() {
        readAhead.spareCores(() -> false);
        readAhead.decompressAhead(ReadAhead.Mode.ON);
        assertThat(readAhead.decompressAhead()).isEqualTo(ReadAhead.Mode.ON);
        assertThat(readAhead.decompressesAhead(new DecodeRate())).isTrue();
        readAhead.spareCores(() -> true);
        readAhead.decompressAhead(ReadAhead.Mode.OFF);
        assertThat(readAhead.decompressesAhead(DecodeRateTest.slow())).isFalse();
    }

    @Test
    void skipsTheIndexUntilSkipIndexIsDisabled() {
        assertThat(readAhead.skipIndex()).isTrue();
        readAhead.skipIndex(false);
        assertThat(readAhead.skipIndex()).isFalse();
    }

    @Test
    void reportsAllocatedAndIdleMemory() throws BlockUnavailableException {
        Allocation one = readAhead.pool().acquire(4096, BlockPool.Use.SCAN);
        Allocation other = readAhead.pool().acquire(8192, BlockPool.Use.SCAN);
        assertThat(readAhead.buffersInUse()).isEqualTo(2);
        assertThat(readAhead.bytesInUse()).isEqualTo(12288);
        assertThat(readAhead.idleBytes()).isEqualTo(BlockPool.SLAB_BYTES - 12288);
        readAhead.pool().release(other);
        assertThat(readAhead.buffersInUse()).isOne();
        assertThat(readAhead.bytesInUse()).isEqualTo(4096);
        readAhead.pool().release(one);
        assertThat(readAhead.buffersInUse()).isZero();
        assertThat(readAhead.bytesInUse()).isZero();
        assertThat(readAhead.idleBytes()).isEqualTo(BlockPool.SLAB_BYTES);
    }
}
