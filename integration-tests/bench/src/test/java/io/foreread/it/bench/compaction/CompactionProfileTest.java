package io.foreread.it.bench.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks the tables of the profile of a compaction. */
class CompactionProfileTest {
    @Test
    void sharesAreListedFromLargestToSmallest() {
        assertThat(CompactionProfile.shares(Map.of("a.B.c  byte[]", 300L, "d.E.f  Row", 100L))
                        .lines())
                .containsExactly("   75.0 %  a.B.c  byte[]", "   25.0 %  d.E.f  Row");
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
