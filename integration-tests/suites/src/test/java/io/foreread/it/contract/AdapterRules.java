package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.agent.reader.ScanReaders;
import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import io.foreread.exporter.recorder.ThreadRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.apache.cassandra.config.Config.DiskAccessMode;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.io.util.Rebufferer;
import org.apache.cassandra.io.util.ScanReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks the readers that hooks open for an {@link SSTableReader} of Cassandra. */
class AdapterRules {
    private static final String HOOK = RuleFiles.HOOK;
    private static final RateLimiter LIMITER = RateLimiter.create(1e12);

    private OpenedSstable opened;
    private SSTableReader sstable;

    @BeforeEach
    void open() throws ReflectiveOperationException {
        RuleFiles.reset();
        opened = OpenedSstable.of(RuleFiles.named("lz4-16"));
        sstable = opened.sstable();
    }

    @AfterEach
    void close() {
        opened.close();
    }

    @Test
    void aScanWithoutARangeReadsFullBlocksAndARangeReadRampsUp() throws Exception {
        DataRange range = DataRange.allData(DatabaseDescriptor.getPartitioner());
        opens("full", "ReadAheadRebufferer", () -> ScanReaders.open(sstable, null, null, HOOK));
        opens("ramp", "ReadAheadRebufferer", () -> ScanReaders.open(sstable, null, range, HOOK));
        opens("full", "LimitingRebufferer", () -> ScanReaders.open(sstable, LIMITER, null, HOOK));
        opens("ramp", "LimitingRebufferer", () -> ScanReaders.open(sstable, LIMITER, range, HOOK));
        opens("full", "ReadAheadRebufferer", () -> ScanReaders.open(sstable, null, HOOK));
        opens("full", "LimitingRebufferer", () -> ScanReaders.open(sstable, LIMITER, HOOK));
        opens("full", "ReadAheadRebufferer", () -> ScanReaders.openNative(sstable, (DataRange) null, HOOK));
        opens("ramp", "ReadAheadRebufferer", () -> ScanReaders.openNative(sstable, range, HOOK));
        opens("full", "ReadAheadRebufferer", () -> ScanReaders.openNative(sstable, HOOK));
        for (DiskAccessMode mode : new DiskAccessMode[] {null, DiskAccessMode.standard})
            opens("full", "ReadAheadRebufferer", () -> ScanReaders.openNative(sstable, mode, HOOK));
    }

    @Test
    void aSwitchedOffHookReturnsTheReaderOfCassandra() throws Exception {
        HookSwitch.of(HOOK).on = false;
        switchedOff(() -> ScanReaders.open(sstable, null, HOOK), "StandardRebufferer");
        switchedOff(() -> ScanReaders.openForScrub(sstable, null, HOOK), "StandardRebufferer");
        switchedOff(() -> ScanReaders.open(sstable, LIMITER, HOOK), "LimitingRebufferer");
        Counts counts = new Counts();
        try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0);
                RandomAccessReader cursor = (RandomAccessReader) ScanReaders.openKeyCursor(handle, 5, HOOK)) {
            assertThat(Openings.kind(cursor)).isNotEqualTo("ReadAheadRebufferer");
        }
        assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.SWITCHED_OFF, 1L));
        try (RandomAccessReader stock = OpenedSstable.openIndexReader(sstable)) {
            assertThat(ScanReaders.readAheadIndex(stock, null, HOOK)).isSameAs(stock);
        }
    }

    @Test
    void noNativeReaderIsOpenedOnAReleaseWithoutOne() {
        assumeFalse(Release.NATIVE, "this release has a native reader");
        HookSwitch.of(HOOK).on = false;
        assertThatThrownBy(() -> ScanReaders.openNative(sstable, HOOK)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> ScanReaders.openNative(sstable, DiskAccessMode.standard, HOOK))
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    void aSwitchedOffHookReturnsTheNativeReaderOfAReleaseThatHasOne() throws Exception {
        assumeTrue(Release.NATIVE, "this release has no native reader");
        HookSwitch.of(HOOK).on = false;
        DataRange range = DataRange.allData(DatabaseDescriptor.getPartitioner());
        opensNative("full", () -> ScanReaders.openNative(sstable, HOOK));
        opensNative("full", () -> ScanReaders.openNative(sstable, ImmutableList.of(), HOOK));
        opensNative("ramp", () -> ScanReaders.openNative(sstable, range, HOOK));
        if (!Release.NATIVE_WITH_MODE) return;
        opensNative("full", () -> ScanReaders.openNative(sstable, DiskAccessMode.standard, HOOK));
        opensNative("full", () -> ScanReaders.openNative(sstable, DiskAccessMode.standard, ImmutableList.of(), HOOK));
    }

    /** A compaction of 6.0 can read with direct I/O. */
    @Test
    void aScanWithDirectIoIsLeftToCassandraWhileTheHookIsSwitchedOn() throws Exception {
        assumeTrue(Release.NATIVE_WITH_MODE, "this release does not select direct I/O for a scan");
        assumeTrue(
                DirectReads.possible(RuleFiles.named("lz4-16").data()),
                "this Java or this file system does not support direct I/O");
        DiskAccessMode direct = DiskAccessMode.valueOf("direct");
        Cases.run(() -> {
            opensNative("full", () -> ScanReaders.openNative(sstable, direct, HOOK));
            opensNative("full", () -> ScanReaders.openNative(sstable, direct, ImmutableList.of(), HOOK));
        });
    }

    @Test
    void theIndexIsReadAheadOnlyForScansWithoutARange() throws Exception {
        DataRange range = DataRange.allData(DatabaseDescriptor.getPartitioner());
        assertThat(ScanReaders.readAheadIndex(null, null, HOOK)).isNull();
        try (RandomAccessReader stock = OpenedSstable.openIndexReader(sstable)) {
            assertThat(ScanReaders.readAheadIndex(stock, range, HOOK)).isSameAs(stock);
        }
        try (RandomAccessReader reader =
                ScanReaders.readAheadIndex(OpenedSstable.openIndexReader(sstable), null, HOOK)) {
            assertThat(Openings.kind(reader)).isEqualTo("SequentialRebufferer");
        }
    }

    @Test
    void aFileThatVerifyReadsIsReadAheadUnlessTheHookIsSwitchedOff() throws Exception {
        Path data = RuleFiles.named("lz4-16").data();
        try (RandomAccessReader reader = ScanReaders.readAheadFile(Release.openFile(data), HOOK)) {
            assertThat(Openings.kind(reader)).isEqualTo("SequentialRebufferer");
        }
        HookSwitch.of(HOOK).on = false;
        try (RandomAccessReader stock = Release.openFile(data)) {
            assertThat(ScanReaders.readAheadFile(stock, HOOK)).isSameAs(stock);
        }
    }

    /** The class that opens the key cursor opens the row index by the same call. */
    @Test
    void aKeyCursorIsReadAheadInDataOnly() throws Exception {
        SstableFile plain = RuleFiles.named("plain");
        Path scratch = RuleFiles.scratch();
        Path rows = Files.copy(plain.data(), scratch.resolve("nb-1-big-Rows.db"));
        Cases.run(() -> {
            try (FileHandle handle = Release.open(plain, Mode.STANDARD, 1.0);
                    RandomAccessReader cursor =
                            (RandomAccessReader) ReadAheadReaders.openKeyCursor(handle, true, Pattern.FULL, false, 0)) {
                assertThat(Openings.kind(cursor)).isEqualTo("ReadAheadRebufferer");
            }
            try (FileHandle handle = Release.openPlain(rows, plain.dataLengthBytes());
                    RandomAccessReader cursor =
                            (RandomAccessReader) ReadAheadReaders.openKeyCursor(handle, true, Pattern.FULL, false, 0)) {
                assertThat(Openings.kind(cursor)).isNotEqualTo("ReadAheadRebufferer");
            }
        });
        Damage.delete(scratch);
    }

    @Test
    void aKeyCursorRampsUpForClientReadsAndReadsFullBlocksForOtherActivities() throws Exception {
        for (Activity activity : Activity.values()) {
            Activity outer = ThreadRecord.current().enterRead(activity);
            boolean read = activity == Activity.RANGE_READ || activity == Activity.POINT_READ;
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0)) {
                opens(read ? "ramp" : "full", "ReadAheadRebufferer", () ->
                        (RandomAccessReader) ScanReaders.openKeyCursor(handle, 0, HOOK));
            } finally {
                ThreadRecord.current().restore(outer);
            }
        }
    }

    /**
     * Cassandra's key iterator frees the compression metadata before it closes the key cursor, so a thread that
     * decompresses ahead could read freed memory.
     */
    @Test
    void noThreadDecompressesAheadOfAKeyCursor() throws Exception {
        SstableFile file = RuleFiles.named("lz4-16");
        long before = ReadPath.AHEAD.used();
        for (int i = 0; i < 20; i++)
            Cases.run(() -> {
                ReadPath.AHEAD.choose();
                try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                        RandomAccessReader cursor = (RandomAccessReader)
                                ReadAheadReaders.openKeyCursor(handle, true, Pattern.FULL, Release.NATIVE, 0)) {
                    cursor.readFully(new byte[Math.toIntExact(file.dataLengthBytes())]);
                }
            });
        assertThat(ReadPath.AHEAD.used()).isEqualTo(before);
    }

    @Test
    void aKeyCursorReadsWhatStockReads() throws Exception {
        for (String name : ImmutableList.of("lz4-16", "plain"))
            for (Pattern pattern : Pattern.values())
                Cases.run(() -> MatrixRules.readsKeys(RuleFiles.named(name), Mode.STANDARD, pattern));
        Cases.run(() -> {
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0)) {
                assertThatThrownBy(
                                () -> ReadAheadReaders.openKeyCursor(handle, true, Pattern.FULL, false, Long.MAX_VALUE))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        });
    }

    @Test
    void aReaderNamesItsFileAndReleasesItsMemoryOnEveryKindOfClose() throws Exception {
        Cases.run(() -> {
            try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 0.25);
                    RandomAccessReader stock = handle.createReader();
                    RandomAccessReader ours = Openings.full(handle)) {
                ours.readByte();
                stock.readByte();
                Rebufferer rebufferer = Openings.rebufferer(ours);
                assertThat(ours.getCrcCheckChance())
                        .isEqualTo(stock.getCrcCheckChance())
                        .isEqualTo(0.25);
                assertThat(rebufferer.getCrcCheckChance()).isEqualTo(0.25);
                assertThat(rebufferer.channel()).isSameAs(handle.channel);
                assertThat(rebufferer.fileLength()).isEqualTo(stock.length());
                assertThat(rebufferer.toString()).contains(handle.path(), "LZ4Compressor", "16384");
                assertThat(stock.toString()).startsWith("RandomAccessReader:");
                assertThat(ours.toString()).isEqualTo("RandomAccessReader:" + rebufferer);
                rebufferer.close();
                assertThatThrownBy(() -> rebufferer.rebuffer(0))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining(handle.path());
            }
        });
    }

    private static void opens(String pattern, String kind, Supplier<RandomAccessReader> opening) throws Exception {
        Cases.run(() -> {
            Counts counts = new Counts();
            try (RandomAccessReader reader = opening.get()) {
                assertThat(Openings.kind(reader)).isEqualTo(kind);
                reader.readByte();
                reader.readByte();
            }
            assertThat(counts.opened()).isEqualTo(ImmutableMap.of("foreread " + pattern, 1L));
        });
    }

    private static void opensNative(String pattern, Supplier<RandomAccessReader> opening) throws Exception {
        Counts counts = new Counts();
        try (RandomAccessReader reader = opening.get()) {
            assertThat(reader).isNotInstanceOf(ScanReader.class);
            assertThat(reader.readByte()).isZero();
        }
        assertThat(counts.opened()).isEqualTo(ImmutableMap.of("native " + pattern, 1L));
        assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.SWITCHED_OFF, 1L));
    }

    private static void switchedOff(Supplier<RandomAccessReader> opening, String kind) throws Exception {
        Counts counts = new Counts();
        try (RandomAccessReader reader = opening.get()) {
            assertThat(Openings.kind(reader)).isNotEqualTo("ReadAheadRebufferer");
            if (kind.startsWith("Limiting")) assertThat(Openings.kind(reader)).isEqualTo(kind);
        }
        assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.SWITCHED_OFF, 1L));
    }
}
