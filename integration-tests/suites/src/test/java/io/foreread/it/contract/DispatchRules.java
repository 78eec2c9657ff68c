package io.foreread.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.compaction.AttachedCompactionInputs;
import io.foreread.agent.probe.AttachedProbes;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.AttachedScans;
import io.foreread.agent.resident.dispatch.Dispatch;
import io.foreread.agent.resident.dispatch.ScanDispatch;
import io.foreread.agent.writer.AttachedWriters;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.cassandra.config.Config.DiskAccessMode;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.io.util.ScanReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks which readers woven code gets with and without an attachment. */
class DispatchRules {
    private static final String HOOK = RuleFiles.HOOK;
    private static final RateLimiter LIMITER = RateLimiter.create(1e12);

    private OpenedSstable opened;
    private SSTableReader sstable;

    @BeforeEach
    void open() throws ReflectiveOperationException {
        RuleFiles.reset();
        ReadAhead.instance().mode(ReadAhead.Mode.ON);
        opened = OpenedSstable.of(RuleFiles.named("lz4-16"));
        sstable = opened.sstable();
    }

    @AfterEach
    void close() {
        Dispatch.toNone();
        opened.close();
    }

    @Test
    void withoutAnAttachmentEachCallOpensTheReaderOfCassandra() throws Exception {
        opensReadersOfCassandra();
    }

    @Test
    void afterTheEndOfReadAheadEachCallOpensTheReaderOfCassandra() throws Exception {
        Dispatch.to(new AttachedScans(), new AttachedWriters(), new AttachedCompactionInputs(), new AttachedProbes());
        ReadAhead.instance().openScans().refuse();
        opensReadersOfCassandra();
    }

    private void opensReadersOfCassandra() throws Exception {
        Counts counts = new Counts();
        for (Map.Entry<String, Supplier<RandomAccessReader>> opening :
                openings().entrySet())
            try (RandomAccessReader reader = opening.getValue().get()) {
                assertThat(reader).as(opening.getKey()).isExactlyInstanceOf(RandomAccessReader.class);
                assertThat(Openings.kind(reader).equals("LimitingRebufferer"))
                        .as(opening.getKey())
                        .isEqualTo(opening.getKey().contains("limiter"));
                assertThat(ScanDispatch.partitions(reader)).isNull();
            }
        try (RandomAccessReader index = OpenedSstable.openIndexReader(sstable)) {
            assertThat(ScanDispatch.readAheadIndex(index, null, HOOK)).isSameAs(index);
        }
        try (RandomAccessReader file = openFile()) {
            assertThat(ScanDispatch.readAheadFile(file, HOOK)).isSameAs(file);
        }
        try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0);
                RandomAccessReader cursor = (RandomAccessReader) ScanDispatch.openKeyCursor(handle, 5, HOOK)) {
            assertThat(cursor).isExactlyInstanceOf(RandomAccessReader.class);
            assertThat(cursor.getFilePointer()).isEqualTo(5);
        }
        for (Map.Entry<String, Supplier<RandomAccessReader>> opening :
                nativeOpenings().entrySet()) {
            if (!(opening.getKey().contains("mode") ? Release.NATIVE_WITH_MODE : Release.NATIVE)) {
                // This release has no such native reader, which the replaced call would open.
                assertThatThrownBy(opening.getValue()::get)
                        .as(opening.getKey())
                        .isInstanceOf(NullPointerException.class);
                continue;
            }
            try (RandomAccessReader reader = opening.getValue().get()) {
                assertThat(reader).as(opening.getKey()).isExactlyInstanceOf(RandomAccessReader.class);
            }
        }
        assertThat(counts.opened()).isEmpty();
        assertThat(counts.fallbacks()).isEmpty();
        assertThat(openScans()).isZero();
    }

    @Test
    void withAnAttachmentEachCallOpensAReaderThatReadsAhead() throws Exception {
        Dispatch.to(new AttachedScans(), new AttachedWriters(), new AttachedCompactionInputs(), new AttachedProbes());
        Map<String, Supplier<RandomAccessReader>> openings = openings();
        openings.putAll(nativeOpenings());
        for (Map.Entry<String, Supplier<RandomAccessReader>> opening : openings.entrySet())
            try (RandomAccessReader reader = opening.getValue().get()) {
                assertThat(reader).as(opening.getKey()).isInstanceOf(ScanReader.class);
                assertThat(openScans()).isOne();
                assertThat(Openings.kind(reader))
                        .isEqualTo(opening.getKey().contains("limiter") ? "LimitingRebufferer" : "ReadAheadRebufferer");
            }
        try (RandomAccessReader reader =
                ScanDispatch.readAheadIndex(OpenedSstable.openIndexReader(sstable), null, HOOK)) {
            assertThat(Openings.kind(reader)).isEqualTo("SequentialRebufferer");
            assertThat(openScans()).isOne();
        }
        try (RandomAccessReader reader = ScanDispatch.readAheadFile(openFile(), HOOK)) {
            assertThat(Openings.kind(reader)).isEqualTo("SequentialRebufferer");
            assertThat(openScans()).isOne();
        }
        assertThat(ScanDispatch.readAheadIndex(null, null, HOOK)).isNull();
        try (FileHandle handle = Release.open(RuleFiles.named("lz4-16"), Mode.STANDARD, 1.0);
                RandomAccessReader cursor = (RandomAccessReader) ScanDispatch.openKeyCursor(handle, 5, HOOK)) {
            assertThat(Openings.kind(cursor)).isEqualTo("ReadAheadRebufferer");
            assertThat(openScans()).isOne();
        }
        assertThat(openScans()).isZero();
    }

    private static RandomAccessReader openFile() {
        return Release.openFile(RuleFiles.named("lz4-16").data());
    }

    private static int openScans() {
        return ReadAhead.instance().openScans().count();
    }

    private Map<String, Supplier<RandomAccessReader>> openings() {
        Map<String, Supplier<RandomAccessReader>> openings = new LinkedHashMap<>();
        openings.put("scan", () -> ScanDispatch.open(sstable, (DataRange) null, HOOK));
        openings.put("scan with a limiter", () -> ScanDispatch.open(sstable, LIMITER, null, HOOK));
        openings.put("verify", () -> ScanDispatch.open(sstable, HOOK));
        openings.put("verify with a limiter", () -> ScanDispatch.open(sstable, LIMITER, HOOK));
        openings.put("scrub", () -> ScanDispatch.openForScrub(sstable, HOOK));
        openings.put("scrub with a limiter", () -> ScanDispatch.openForScrub(sstable, LIMITER, HOOK));
        return openings;
    }

    private Map<String, Supplier<RandomAccessReader>> nativeOpenings() {
        Collection<?> noBounds = Collections.emptyList();
        Map<String, Supplier<RandomAccessReader>> openings = new LinkedHashMap<>();
        openings.put("native", () -> ScanDispatch.openNative(sstable, HOOK));
        openings.put("native with a range", () -> ScanDispatch.openNative(sstable, (DataRange) null, HOOK));
        openings.put("native with bounds", () -> ScanDispatch.openNative(sstable, noBounds, HOOK));
        openings.put("native with a mode", () -> ScanDispatch.openNative(sstable, DiskAccessMode.standard, HOOK));
        openings.put(
                "native with a mode and bounds",
                () -> ScanDispatch.openNative(sstable, DiskAccessMode.standard, noBounds, HOOK));
        return openings;
    }
}
