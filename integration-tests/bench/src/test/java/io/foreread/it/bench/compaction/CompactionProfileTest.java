package io.foreread.it.bench.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.bench.results.WrittenResults;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the tables of the profile of a compaction. */
class CompactionProfileTest {
    private static final List<CompactionProfile> PROFILES = List.of(
            new CompactionProfile(
                    "4.1-stock-mmap", Map.of("merge", 1L), Map.of(), Map.of("a.B.c byte[]", 300L, "d.E.f Row", 100L)),
            new CompactionProfile("4.1-foreread", Map.of("merge", 5L), Map.of(), Map.of("g.H.i Row", 7L)));

    @Test
    void theSharesOfAllContendersAreListedFromLargestToSmallest() {
        assertThat(CompactionProfileReport.siteTable(PROFILES))
                .isEqualTo(
                        """
                        | site | 4.1-stock-mmap | 4.1-foreread |
                        |---|---|---|
                        | g.H.i Row | 0.0 % | 100.0 % |
                        | a.B.c byte[] | 75.0 % | 0.0 % |
                        | d.E.f Row | 25.0 % | 0.0 % |
                        | all, bytes | 400 | 7 |
                        """);
    }

    @Test
    void withoutPerfThereIsNoTableOfLibraries() {
        assertThat(CompactionProfileReport.libraryTable(PROFILES)).isEmpty();
        assertThat(CompactionProfileReport.text(PROFILES))
                .contains("Allocation by site")
                .doesNotContain("library");
    }

    @Test
    void theTablesOfAFileAreThoseOfTheRun() {
        CompactionResult result =
                new CompactionResult("hot", "values-1k", null, null, List.of(), List.of(), PROFILES, List.of());
        assertThat(WrittenResults.table(CompactionBench.TABLES, "allocation-sites", result))
                .isEqualTo(CompactionProfileReport.siteTable(PROFILES));
        assertThat(WrittenResults.table(CompactionBench.TABLES, "stages", result))
                .isEqualTo(CompactionProfileReport.stageTable(PROFILES));
    }

    /** The innermost frame is that of the reader, also if Foreread's classes are in another package than Cassandra's. */
    @ParameterizedTest
    @CsvSource({
        "io.foreread.agent.reader.ChunkDecoder.decode, 'read, check and decompress chunks'",
        "io.foreread.agent.readahead.ReadAheadBuffer.read, 'read, check and decompress chunks'",
        "io.foreread.agent.reader.SequentialPartitions.next, find partitions without the index",
        "io.foreread.agent.writer.ChunkOutput.write, compress and write",
        "org.apache.cassandra.io.util.CompressedChunkReader$Standard.readChunk, 'read, check and decompress chunks'",
        "java.nio.Buffer.limit, deserialize rows"
    })
    void aSampleBelongsToTheInnermostStage(String innermost, String stage) {
        assertThat(CpuStages.stage(List.of(
                        innermost,
                        "org.apache.cassandra.io.util.RandomAccessReader.reBuffer",
                        "org.apache.cassandra.db.rows.UnfilteredSerializer.deserialize",
                        "org.apache.cassandra.db.compaction.CompactionTask.runMayThrow")))
                .isEqualTo(stage);
    }

    @Test
    void cpuSamplesOfALibraryAreAddedUpIfItsFileNameHasATemporarySuffix() {
        assertThat(CpuLibraries.read(List.of(
                        "CompactionExecu     a9957 (/tmp/run/libzstd-jni-1.5.5-116153765448502415283.so (deleted))",
                        "CompactionExecu     8c4e8 (/tmp/run/libzstd-jni-1.5.5-2222222222222222.so (deleted))",
                        "CompactionExecu  7f01c53a (/tmp/perf-1567.map)",
                        "CompactionExecu  ffffffff81 ([kernel.kallsyms])",
                        "CompactionExecu  ffffffff82 ([ext4])",
                        "CompactionExecu  7ffd1000 ([vdso])",
                        "CompactionExecu  7f01c53a ([unknown])",
                        "CompactionExecu  7f01c53a (/usr/lib/x86_64-linux-gnu/libc.so.6)",
                        "GC Thread#0      7f01c53a (/opt/java/lib/server/libjvm.so)")))
                .isEqualTo(Map.of(
                        "libzstd-jni-1.5.5.so", 2L, "Java code", 2L, "kernel", 2L, "[vdso]", 1L, "libc.so.6", 1L));
    }
}
