package io.foreread.it.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.bench.comparison.Measured;
import io.foreread.it.bench.results.WrittenResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryReportTest {
    private static final long MIB = 1 << 20;
    private static final long STOCK = 20 * MIB;
    private static final long LIMIT = 72 * MIB;
    private static final MemoryWork WORK = new MemoryWork(5, 5, 5, 200, 2, 90, 19, 1, Map.of("budget_spent", 3L));

    @Test
    void aDifferenceThatEqualsTheLimitMeetsIt() {
        MemoryResult result = result(minute(STOCK + LIMIT, STOCK), WORK);
        assertThat(result.reasons()).isEmpty();
        assertThat(MemoryReport.of(result))
                .contains("| maximum of 60 samples, MiB | with the agent | without | difference | limit | verdict |")
                .contains("| direct memory | 92.00 | 20.00 | 72.00 | 72.00 | met |", "| samples over the limit | 0 |")
                .contains("| changes of the block size | 19 |", "| failed requests | 2 |", "budget_spent | 3 |")
                .endsWith("Met.\n")
                .doesNotContain("NOT MET");
    }

    @Test
    void oneByteOverTheLimitInOneSampleFailsTheRun() {
        List<MemorySample> samples = minute(STOCK + LIMIT, STOCK);
        samples.set(30, sample(30, STOCK + LIMIT + 1, STOCK));
        MemoryResult result = result(samples, WORK);
        assertThat(result.samplesOverLimit()).isOne();
        assertThat(result.max(result::differenceBytes)).isEqualTo(LIMIT + 1);
        assertThat(MemoryReport.of(result))
                .contains("NOT MET: 1 of 60 samples exceed the limit")
                .endsWith("Not met.\n");
    }

    @Test
    void samplesAreComparedWithThePeakOfTheStockNodeWithinFiveSeconds() {
        List<MemorySample> samples = minute(STOCK + LIMIT + MIB, STOCK);
        samples.set(30, sample(30, STOCK + LIMIT + MIB, STOCK + MIB));
        MemoryResult result = result(samples, WORK);
        assertThat(result.differenceBytes(samples.get(25))).isEqualTo(LIMIT);
        assertThat(result.differenceBytes(samples.get(35))).isEqualTo(LIMIT);
        assertThat(result.samplesOverLimit()).isEqualTo(60 - 11);
    }

    @Test
    void aRunWithoutWorkFails() {
        assertThat(result(minute(STOCK, STOCK), new MemoryWork(5, 5, 0, 5, 0, 0, 0, 0, Map.of()))
                        .reasons())
                .containsExactly(
                        "not every kind of scan has run", "no scan read ahead", "the block size was not changed");
    }

    @Test
    void noGoalOfARunWithoutReadAheadIsMetInThePublishedTables() {
        MemoryResult result = result(minute(STOCK, STOCK), new MemoryWork(5, 5, 5, 200, 0, 0, 19, 1, Map.of()));
        assertThat(MemoryReport.measured(result))
                .filteredOn(measured -> measured.goal() != null)
                .allMatch(Measured::isNotMet);
        assertThat(MemoryReport.table(result))
                .contains("| direct memory | 20.00 | 20.00 | 0.00 | 72.00 | **not met** |");
        assertThat(MemoryReport.work(result)).contains("| not met: no scan read ahead | |");
    }

    @Test
    void aRunInWhichMoreThanOneReadInAHundredFailsIsNotMet() {
        MemoryWork work = new MemoryWork(5, 5, 5, 200, 3, 90, 19, 1, Map.of());
        assertThat(result(minute(STOCK, STOCK), work).reasons())
                .containsExactly("3 failed requests, with 200 reads of a whole table");
    }

    @Test
    void aRunWithGapsFails() {
        List<MemorySample> samples = minute(STOCK, STOCK);
        samples.subList(20, 55).clear();
        MemoryResult result = result(samples, WORK);
        assertThat(result.reasons()).containsExactly("25 samples in 1 minutes are too few");
        assertThat(result.longestGapSeconds()).isEqualTo(36);
    }

    @Test
    void aFailureOfTheLoadFailsTheRun() {
        MemoryResult result =
                new MemoryResult("4.1.10", 1, 64 * MIB, minute(STOCK, STOCK), WORK, List.of("a scrub failed"));
        assertThat(MemoryReport.of(result)).contains("NOT MET: a scrub failed").endsWith("Not met.\n");
    }

    @Test
    void cassandrasBufferPoolsOnTheStockNodeDoNotRaiseTheLimit() {
        List<MemorySample> samples = minute(STOCK, STOCK);
        samples.replaceAll(
                sample -> new MemorySample(sample.second(), 120 * MIB, 100 * MIB, 64 * MIB, 10 * MIB, 60 * MIB));
        assertThat(result(samples, WORK).reasons()).isEmpty();
        samples.set(30, new MemorySample(30, 130 * MIB, 100 * MIB, 64 * MIB, 10 * MIB, 60 * MIB));
        MemoryResult result = result(samples, WORK);
        assertThat(result.max(result::differenceBytes)).isEqualTo(30 * MIB);
        assertThat(result.max(result::differenceOutsidePoolsBytes)).isEqualTo(80 * MIB);
        assertThat(result.reasons()).containsExactly("1 of 60 samples exceed the limit");
    }

    @Test
    void theTablesOfAFileAreThoseOfTheRun() {
        assertThat(WrittenResults.table(MemoryBench.TABLES, "maxima", result(minute(STOCK + LIMIT, STOCK), WORK)))
                .isEqualTo(MemoryReport.table(result(minute(STOCK + LIMIT, STOCK), WORK)));
        assertThat(WrittenResults.table(MemoryBench.TABLES, "work", result(minute(STOCK + LIMIT, STOCK), WORK)))
                .isEqualTo(MemoryReport.work(result(minute(STOCK + LIMIT, STOCK), WORK)));
    }

    private static MemoryResult result(List<MemorySample> samples, MemoryWork work) {
        return new MemoryResult("4.1.10", 1, 64 * MIB, samples, work, List.of());
    }

    private static List<MemorySample> minute(long agentBytes, long stockBytes) {
        List<MemorySample> samples = new ArrayList<>();
        for (int second = 0; second < 60; second++) samples.add(sample(second, agentBytes, stockBytes));
        return samples;
    }

    private static MemorySample sample(int second, long agentBytes, long stockBytes) {
        return new MemorySample(second, agentBytes, stockBytes, 0, 0, 0);
    }
}
