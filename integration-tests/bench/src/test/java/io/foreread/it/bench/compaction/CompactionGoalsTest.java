package io.foreread.it.bench.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.foreread.it.bench.comparison.Comparison;
import io.foreread.it.bench.comparison.Goal;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.VolumeSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompactionGoalsTest {
    private static final List<ReaderVariant> CONTENDERS =
            List.of(ReaderVariant.V41_STOCK_MMAP, ReaderVariant.V41_FOREREAD);

    private static List<Comparison> comparisons(String preset, Integer readAheadKib, String compressor, int sstables) {
        return CompactionGoals.of(
                VolumeSpec.of(preset, null, null, null, readAheadKib),
                DataSpec.of("values-1k", compressor, 16, 840, sstables),
                CONTENDERS);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 32, 399})
    void onTheUsualVolumeThroughputAndDeviceReadsHaveGoals(int sstables) {
        assertThat(comparisons("gp3-256", 4, "lz4", sstables))
                .filteredOn(comparison -> comparison.goal() != null)
                .extracting(Comparison::quantity)
                .containsExactly("throughput", "device reads", "share of the limit, bandwidth or one CPU");
    }

    @ParameterizedTest
    @CsvSource({"gp3,4,4", "io2,4,4", "gp3-256,128,4", "gp3-256,4,400"})
    void otherVolumesOtherReadaheadAndManySstablesAreComparedWithoutGoals(
            String preset, int readAheadKib, int sstables) {
        assertThat(comparisons(preset, readAheadKib, "lz4", sstables))
                .hasSize(2)
                .extracting(Comparison::goal)
                .containsOnlyNulls();
    }

    @ParameterizedTest
    @CsvSource({"32,0.85", "400,0.333", "1000,0.125"})
    void inThePageCacheTheCpuTimeOfManySstablesHasAGoal(int sstables, double limit) {
        Comparison cpu = comparisons("nvme", 4, "lz4", sstables).get(0);
        assertThat(cpu.quantity()).isEqualTo("CPU per MiB");
        assertThat(cpu.goal().limit()).isCloseTo(limit, within(0.001));
    }

    @Test
    void theShareOfTheLimitOfAnEarlierRunHasTheNewName() {
        Comparison earlier = new Comparison("share of the volume or a CPU", "4.1-foreread", null, Goal.atLeast(0.9));

        assertThat(CompactionGoals.withBothShares(List.of(earlier)))
                .containsExactly(
                        new Comparison(
                                "share of the limit, bandwidth or one CPU", "4.1-foreread", null, Goal.atLeast(0.9)),
                        new Comparison("share of the volume's bandwidth", "4.1-foreread", null, null),
                        new Comparison("share of one CPU, compacting thread", "4.1-foreread", null, null));
    }
}
