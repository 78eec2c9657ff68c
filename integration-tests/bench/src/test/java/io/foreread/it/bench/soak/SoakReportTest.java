package io.foreread.it.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraVersion;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class SoakReportTest {
    private static final List<Chores.Done> CHORES =
            List.of(new Chores.Done("full repair", 45), new Chores.Done("compact", 100));

    @Test
    void aRunWithoutGrowthSucceeds() {
        SoakResult result = result(second -> 100, CHORES, 9, List.of());
        assertThat(result.faults()).isEmpty();
        assertThat(SoakReport.of(result))
                .contains("Nothing grows, nothing failed.")
                .doesNotContain("GROWS");
    }

    @Test
    void growthAndFailuresFailTheRun() {
        SoakResult result = result(second -> 100 + second, CHORES, 9, List.of("3 requests failed"));
        assertThat(result.faults())
                .contains("3 requests failed", "heap after a garbage collection grows", "loaded classes grows");
        assertThat(SoakReport.of(result)).contains("GROWS", "FAULT: 3 requests failed", "FAILED.");
    }

    @Test
    void aRunWithoutWorkFails() {
        assertThat(result(second -> 100, List.of(), 0, List.of()).faults())
                .containsExactly("no compaction has run", "no repair was done", "no compact was done");
    }

    @Test
    void thePageIsSelfContainedAndHasAPlotOfEachResource() {
        String page = SoakPage.of(result(second -> 100, CHORES, 9, List.of()));
        assertThat(page.split("<svg ", -1)).hasSize(Resource.values().length + 1);
        assertThat(page)
                .contains("class=\"chore\"", "class=\"trend\"", "points=\"70.0,", "last two thirds")
                .doesNotContain("src=", "href=");
    }

    @Test
    void theJsonContainsTheValuesOfTheReport() {
        SoakResult result = result(second -> 100 + second, CHORES, 9, List.of());
        assertThat(SoakJson.of(result).at("/resources/heap_mb/grows").asBoolean())
                .isTrue();
        assertThat(SoakJson.of(result).at("/samples")).hasSize(61);
        assertThat(SoakJson.of(result).at("/faults")).hasSize(result.faults().size());
    }

    private static SoakResult result(
            DoubleUnaryOperator value, List<Chores.Done> chores, long compactions, List<String> troubles) {
        return new SoakResult(
                CassandraVersion.of("4.1.10"),
                TrendTest.samples(value),
                chores,
                1000,
                600,
                compactions,
                50,
                0,
                troubles);
    }
}
