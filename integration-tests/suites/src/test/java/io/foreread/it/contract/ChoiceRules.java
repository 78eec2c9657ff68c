package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.ReadAheadReaders;
import io.foreread.agent.reader.shape.CompressedAccess;
import io.foreread.agent.reader.shape.PlainAccess;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks which reader a scan uses, and what is counted. */
class ChoiceRules {
    @BeforeEach
    void resetStaticState() throws ReflectiveOperationException {
        RuleFiles.reset();
    }

    @Test
    void aScanThatBenefitsReadsAhead() throws Exception {
        for (Pattern pattern : Pattern.values())
            for (Mode mode : new Mode[] {Mode.STANDARD, Mode.MMAP})
                for (boolean nativePresent : new boolean[] {false, true})
                    chooses("lz4-16", mode, pattern, nativePresent, null);
        // The default of 3.11 has both.
        for (Mode mode : new Mode[] {Mode.CACHED, Mode.MMAP_CACHED})
            for (boolean nativePresent : new boolean[] {false, true})
                chooses("lz4-16", mode, Pattern.FULL, nativePresent, null);
        chooses("lz4-128", Mode.STANDARD, Pattern.FULL, false, null);
    }

    @Test
    void aRangeReadWithTheChunkCacheUsesTheCache() throws Exception {
        chooses("lz4-16", Mode.CACHED, Pattern.RAMP, false, Reason.CHUNK_CACHE);
        chooses("lz4-16", Mode.CACHED, Pattern.RAMP, true, Reason.CHUNK_CACHE);
        chooses("lz4-16", Mode.MMAP_CACHED, Pattern.RAMP, false, Reason.CHUNK_CACHE);
    }

    @Test
    void chunksOfBlockSizeAndFilesOfOneChunkAreLeftToCassandra() throws Exception {
        chooses("lz4-256", Mode.STANDARD, Pattern.FULL, false, Reason.NOTHING_TO_GAIN);
        chooses("tiny", Mode.STANDARD, Pattern.FULL, false, Reason.NOTHING_TO_GAIN);
        SstableFile file = RuleFiles.named("lz4-16");
        Path scratch = RuleFiles.scratch();
        SstableFile oneChunk = Readings.earlyView(file, scratch, 1, 0);
        Cases.run(() -> check(oneChunk, Mode.STANDARD, Pattern.FULL, false, Reason.NOTHING_TO_GAIN));
        Damage.delete(scratch);
        for (String chunks : ImmutableList.of("lz4-64", "lz4-128", "lz4-256"))
            Cases.run(() -> {
                ReadAhead.instance().blockBytes(64 << 10);
                check(RuleFiles.named(chunks), Mode.STANDARD, Pattern.FULL, false, Reason.NOTHING_TO_GAIN);
            });
        Cases.run(() -> {
            // The block has no space for a chunk, its checksum and the alignment.
            ReadAhead.instance().blockBytes(68 << 10);
            check(RuleFiles.named("lz4-64"), Mode.STANDARD, Pattern.FULL, false, Reason.NOTHING_TO_GAIN);
        });
        Cases.run(() -> {
            ReadAhead.instance().blockBytes(1 << 20);
            check(RuleFiles.named("lz4-256"), Mode.STANDARD, Pattern.FULL, false, Reason.NOTHING_TO_GAIN);
        });
    }

    @Test
    void anUncompressedFileReadsAheadOnReleasesWithAndWithoutANativeReader() throws Exception {
        for (Pattern pattern : Pattern.values())
            for (Mode mode : new Mode[] {Mode.STANDARD, Mode.MMAP})
                for (boolean nativePresent : new boolean[] {false, true}) {
                    chooses("plain", mode, pattern, nativePresent, null);
                    auto(RuleFiles.named("plain"), mode, pattern, nativePresent, null);
                }
        chooses("plain", Mode.CACHED, Pattern.FULL, true, null);
        chooses("plain", Mode.CACHED, Pattern.RAMP, true, Reason.CHUNK_CACHE);
    }

    /** A fork of Cassandra can read a position of the data at another offset of the file, or store chunks in another way. */
    @Test
    void aFileIsLeftToCassandraIfItsReaderHasOtherFields() throws Exception {
        unknown(PlainAccess.BUFFERED, () -> left("plain", Mode.STANDARD));
        unknown(CompressedAccess.MAPPED, () -> {
            left("lz4-16", Mode.MMAP);
            left("lz4-16", Mode.MMAP_CACHED);
        });
        unknown(CompressedAccess.CACHED, () -> left("lz4-16", Mode.CACHED));
        unknown(CompressedAccess.BUFFERED, () -> {
            left("lz4-16", Mode.STANDARD);
            // The cache contains the chunks of a reader that is not known.
            left("lz4-16", Mode.CACHED);
        });
        String reader = "org.apache.cassandra.io.util.SimpleChunkReader";
        assertThat(areFields(reader + " bufferType bufferSize")).isTrue();
        assertThat(areFields(reader + " bufferType bufferSize startOffset?")).isTrue();
        assertThat(areFields(reader + " bufferType? bufferSize")).isTrue();
        assertThat(areFields(reader + " bufferSize")).isFalse();
        assertThat(areFields(reader + " bufferSize bufferType startOffset")).isFalse();
        assertThat(areFields(reader + "2 bufferSize bufferType")).isFalse();
    }

    private interface Rule {
        void check() throws Exception;
    }

    private static void unknown(Enum<?> access, Rule rule) throws Exception {
        Field known = access.getDeclaringClass().getDeclaredField("known");
        known.setAccessible(true);
        known.setBoolean(access, false);
        try {
            rule.check();
        } finally {
            known.setBoolean(access, true);
        }
    }

    private static void left(String file, Mode mode) throws Exception {
        chooses(file, mode, Pattern.FULL, false, Reason.UNEXPECTED_ERROR);
    }

    private static boolean areFields(String classAndFields) throws ReflectiveOperationException {
        Method are = Class.forName(CompressedAccess.class.getPackage().getName() + ".KnownFields")
                .getDeclaredMethod("are", String.class);
        are.setAccessible(true);
        return (boolean) are.invoke(null, classAndFields);
    }

    /** The names of 6.0, which is the first release with the mode {@code direct}. */
    private enum AccessMode {
        standard,
        direct
    }

    @Test
    void onlyACompressedFileIsLeftToTheDirectIoOfCassandra() throws Exception {
        for (String name : ImmutableList.of("lz4-16", "plain"))
            try (FileHandle handle = Release.open(RuleFiles.named(name), Mode.STANDARD, 1.0)) {
                assertThat(ReadAheadReaders.isReadDirectly(handle, null)).isFalse();
                assertThat(ReadAheadReaders.isReadDirectly(handle, AccessMode.standard))
                        .isFalse();
                assertThat(ReadAheadReaders.isReadDirectly(handle, AccessMode.direct))
                        .isEqualTo(name.equals("lz4-16"));
            }
    }

    @Test
    void anUncompressedFileOfOnePageIsLeftToCassandra() throws Exception {
        Path scratch = RuleFiles.scratch();
        byte[] content = Files.readAllBytes(RuleFiles.named("plain").data());
        for (int bytes : new int[] {0, 1, 4096, 4097}) {
            Path data = Files.write(scratch.resolve(bytes + "-Data.db"), Arrays.copyOf(content, bytes));
            SstableFile file = new SstableFile("page", data, null, null, bytes);
            Reason reason = bytes > 4096 ? null : Reason.NOTHING_TO_GAIN;
            if (bytes > 0) Cases.run(() -> check(file, Mode.STANDARD, Pattern.FULL, false, reason));
            else Cases.run(() -> readsNothing(file));
        }
        Damage.delete(scratch);
    }

    private static void readsNothing(SstableFile empty) throws Exception {
        Counts counts = new Counts();
        try (FileHandle handle = Release.open(empty, Mode.STANDARD, 1.0);
                RandomAccessReader reader = Openings.full(handle)) {
            assertThat(reader.read()).isEqualTo(-1);
        }
        assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.NOTHING_TO_GAIN, 1L));
    }

    @Test
    void autoLeavesAScanToTheNativeReaderWhereItHasAnEffect() throws Exception {
        SstableFile file = RuleFiles.named("lz4-16");
        for (Pattern pattern : Pattern.values()) {
            auto(file, Mode.STANDARD, pattern, true, Reason.NATIVE_EFFECTIVE);
            auto(file, Mode.MMAP, pattern, true, null);
            auto(file, Mode.STANDARD, pattern, false, null);
        }
        auto(file, Mode.CACHED, Pattern.FULL, true, null);
    }

    @Test
    void eachOffSwitchLeavesTheScanToCassandra() throws Exception {
        SstableFile file = RuleFiles.named("lz4-16");
        Cases.run(() -> WithoutMemoryRules.switchedOff(file));
        Cases.run(() -> {
            ReadAhead.instance().enabled(false);
            check(file, Mode.STANDARD, Pattern.FULL, false, Reason.SWITCHED_OFF);
        });
        Cases.run(() -> {
            Counts counts = new Counts();
            try (FileHandle handle = Release.open(file, Mode.STANDARD, 1.0);
                    RandomAccessReader reader =
                            ReadAheadReaders.open(handle, false, Pattern.RAMP, null, true, handle::createReader)) {
                assertThat(reader.readByte()).isZero();
            }
            assertThat(counts.fallbacks()).isEqualTo(ImmutableMap.of(Reason.SWITCHED_OFF, 1L));
            assertThat(counts.opened()).isEqualTo(ImmutableMap.of("native ramp", 1L));
        });
    }

    /**
     * Checks that only one rebufferer acquires from the rate limiter, and that no second limited reader is opened. The
     * rule does not measure waiting times, because they depend on the machine.
     */
    @Test
    void theRateLimiterIsChargedOnceWithMemoryAndWithout() throws Exception {
        RateLimiter limiter = RateLimiter.create(1e12);
        for (long budgetBytes : new long[] {ReadAhead.DEFAULT_BUDGET_BYTES, 0})
            Cases.run(() -> {
                ReadAhead.instance().budgetBytes(budgetBytes);
                List<String> opened = new ArrayList<>();
                try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0);
                        RandomAccessReader reader = Openings.limited(handle, limiter, () -> {
                            opened.add("the limited one");
                            return handle.createReader(limiter);
                        })) {
                    assertThat(Openings.kind(reader)).isEqualTo("LimitingRebufferer");
                    reader.readByte();
                }
                assertThat(opened).isEmpty();
            });
        try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0);
                RandomAccessReader reader = Openings.full(handle)) {
            assertThat(Openings.kind(reader)).isEqualTo("ReadAheadRebufferer");
        }
    }

    private static void auto(SstableFile file, Mode mode, Pattern pattern, boolean nativePresent, Reason reason)
            throws Exception {
        Cases.run(() -> {
            ReadAhead.instance().mode(ReadAhead.Mode.AUTO);
            check(file, mode, pattern, nativePresent, reason);
        });
    }

    private static void chooses(String name, Mode mode, Pattern pattern, boolean nativePresent, Reason reason)
            throws Exception {
        Cases.run(() -> check(RuleFiles.named(name), mode, pattern, nativePresent, reason));
    }

    /** @param reason the reason why the scan must use Cassandra's reader; null if it must use Foreread's reader */
    private static void check(SstableFile file, Mode mode, Pattern pattern, boolean nativePresent, Reason reason) {
        Counts counts = new Counts();
        List<RandomAccessReader> opened = new ArrayList<>();
        try (FileHandle handle = Release.open(file, mode, 1.0);
                RandomAccessReader reader = ReadAheadReaders.open(handle, true, pattern, null, nativePresent, () -> {
                    opened.add(handle.createReader());
                    return opened.get(0);
                })) {
            assertThat(opened).hasSize(reason == null ? 0 : 1);
            if (reason != null) assertThat(reader).isSameAs(opened.get(0));
            else assertThat(counts.opened()).as("before the first read").isEmpty();
            reader.readByte();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(counts.fallbacks()).isEqualTo(reason == null ? ImmutableMap.of() : ImmutableMap.of(reason, 1L));
        String who = reason == null ? "foreread" : nativePresent ? "native" : "stock";
        assertThat(counts.opened()).isEqualTo(ImmutableMap.of(who + " " + pattern.label(), 1L));
    }
}
