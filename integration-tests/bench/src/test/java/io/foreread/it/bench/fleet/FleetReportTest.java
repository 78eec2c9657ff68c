package io.foreread.it.bench.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.bench.fleet.QueryCost.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetReportTest {
    @Test
    void theLimitOfPrometheusAppliesToTheSamplesInMemoryAtOnce() {
        FleetReport report = report(cost(Kind.PANEL, 40e6, 51e6));

        assertThat(report.overBudget()).hasSize(1);
        assertThat(report.isWithinBudgets()).isFalse();
        assertThat(report.text("all"))
                .contains("40.00 M of at most 50.00 M samples, 51.00 M of at most 50.00 M at once");
    }

    @Test
    void aRuleCanExceedTheLimitOfPrometheusToo() {
        assertThat(report(cost(Kind.ALERT, 4e6, 51e6)).overBudget()).hasSize(1);
    }

    @Test
    void theSamplesThatAQueryOfADashboardReadsHaveALimitOfTheirOwn() {
        assertThat(report(cost(Kind.PANEL, 51e6, 1e6)).overBudget()).hasSize(1);
        assertThat(report(cost(Kind.PANEL, 49e6, 49e6)).overBudget()).isEmpty();
    }

    private static FleetReport report(QueryCost cost) {
        return new FleetReport(List.of(cost));
    }

    private static QueryCost cost(Kind kind, double scaled, double scaledPeak) {
        return new QueryCost(kind, "a board", "up", 100, scaled, 50, scaledPeak, 1, "");
    }
}
